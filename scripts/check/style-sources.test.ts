import { expect, test } from 'vitest';
import { styleSources } from './style-sources.ts';
import { treeOf } from './tree.ts';

const document = `import type { StillPage } from '../../platform/http/still-page.ts';
  import { seal } from '../../ui/seal.tsx';
  export const page: StillPage = { main: <p className="p-1">{seal}</p> };`;
const files = {
  'src/platform/http/still-page.ts': 'export type StillPage = object;',
  'src/features/notes/page.tsx': document,
  'src/ui/seal.tsx': 'export const seal = <i className="m-1" />;',
  'src/ui/dialog.tsx': 'export const dialog = <i className="m-2" />;',
};
const problemsOf = (...sources: string[]) => {
  const sheet = sources.map((source) => `@source '${source}';`).join('\n');
  return styleSources.run(treeOf({ ...files, 'src/ui/reading.css': sheet })).problems.map(({ file }) => file);
};

test('a style sheet with all components of its pages passes', () => {
  expect(problemsOf('../features/{notes,lists}/*.tsx', './seal.tsx')).toEqual([]);
});

test('a component that is missing in the style sheet is a problem, and one that no page reaches is not', () => {
  expect(problemsOf('../features/notes/*.tsx')).toEqual(['src/ui/seal.tsx']);
  expect(problemsOf('./{seal,dialog}.tsx')).toEqual(['src/features/notes/page.tsx']);
});
