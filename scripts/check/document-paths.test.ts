import { expect, test } from 'vitest';
import { documentPaths } from './document-paths.ts';
import { treeOf } from './tree.ts';

const project = {
  'package.json': '{"scripts":{"start":"node x","test:install":"node y"}}',
  'src/features/goals/contract.ts': '',
  'docs/rules.md': '',
};
const faultsOf = (text: string) => documentPaths.run(treeOf({ ...project, 'README.md': text })).faults;

test.each([
  '`src/features/goals/contract.ts`, `src/features/`, `docs/*.md`, `contract.ts`',
  '`src/features/<feature>/contract.ts` and `#features/goals/contract.ts`',
  '`npm start`, `npm run test:install`, `npm ci`',
  '`dist/web`, `data/`, `a/b`, `GET /api/goals`, `contract({ a })`',
  '[rules](docs/rules.md) and [more](https://example.org/src/x.ts) and [here](#top)',
])('stands: %s', (text) => {
  expect(faultsOf(text)).toEqual([]);
});

test.each([
  ['`src/features/aims/contract.ts`', 'src/features/aims/contract.ts'],
  ['`docs/<name>.txt`', 'docs/<name>.txt'],
  ['`SECURITY.md`', 'SECURITY.md'],
  ['`npm run launch`', 'npm run launch'],
  ['[rules](rules.md)', 'rules.md'],
])('astray: %s', (text, what) => {
  expect(faultsOf(`# Title\n\n${text}`)).toMatchObject([
    { file: 'README.md', line: 3, what: expect.stringContaining(what) as string },
  ]);
});
