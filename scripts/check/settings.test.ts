import { expect, test } from 'vitest';
import { settings } from './settings.ts';
import { treeOf } from './tree.ts';

const code = 'const schema = z.object({\n  PORT: port.default(3000),\n  DATA_DIR: z.string(),\n});\n';

test('the same names on both sides pass, commented or not', () => {
  const tree = treeOf({
    'src/platform/config/config.ts': code,
    '.env.example': '#PORT=3000\nDATA_DIR=./data\n',
  });
  expect(settings.run(tree)).toEqual({ faults: [], figure: '2 settings' });
});

test('a setting that only one side knows is a fault with its line', () => {
  const tree = treeOf({
    'src/platform/config/config.ts': code,
    '.env.example': '#PORT=3000\n\n#COLOUR=red\n',
  });
  expect(settings.run(tree).faults).toMatchObject([
    { file: 'src/platform/config/config.ts', line: 3, what: 'DATA_DIR stands here alone' },
    { file: '.env.example', line: 3, what: 'COLOUR stands here alone' },
  ]);
});
