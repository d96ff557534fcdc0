import { expect, test } from 'vitest';
import { settings } from './settings.ts';
import { treeOf } from './tree.ts';

const code = 'const schema = z.object({\n  PORT: port.default(3000),\n  DATA_DIR: z.string(),\n});\n';

test('settings that are in both files pass, commented out or not', () => {
  const tree = treeOf({
    'src/platform/config/config.ts': code,
    '.env.example': '#PORT=3000\nDATA_DIR=./data\n',
  });
  expect(settings.run(tree)).toEqual({ problems: [], figure: '2 settings' });
});

test('a setting that is only in one file is a problem with its line', () => {
  const tree = treeOf({
    'src/platform/config/config.ts': code,
    '.env.example': '#PORT=3000\n\n#COLOR=red\n',
  });
  expect(settings.run(tree).problems).toMatchObject([
    { file: 'src/platform/config/config.ts', line: 3, what: 'DATA_DIR is only in this file' },
    { file: '.env.example', line: 3, what: 'COLOR is only in this file' },
  ]);
});
