import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { StartupError } from './startup-error.ts';
import { day, readContent } from './content-file.ts';

const frontMatter = z.strictObject({ title: z.string().max(20), published: day });
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logbook-content-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string, values?: Record<string, string>) {
  const file = join(folder, 'a-text.md');
  writeFileSync(file, text);
  return readContent(file, frontMatter, values);
}

it('a content file is front matter and Markdown, with placeholders filled', () => {
  const text = '---\r\ntitle: "One: two"\r\npublished: 2026-11-23\r\n---\r\n\r\nHello {name}.\r\n';
  expect(read(text, { name: '**Ada**' })).toEqual({
    title: 'One: two',
    published: '2026-11-23',
    words: 2,
    html: '<p>Hello <strong>Ada</strong>.</p>\n',
  });
});

const head = 'title: A\npublished: 2026-11-23';
it.each([
  ['no front matter', 'Text', /does not begin with front matter/],
  ['a line without a name', `---\n${head}\nmore\n---\n`, /This line is not/],
  ['a name that is there twice', `---\n${head}\ntitle: B\n---\n`, /"title" is there twice/],
  ['an unknown name', `---\n${head}\ncolor: red\n---\n`, /color/],
  ['a missing name', '---\ntitle: A\n---\n', /published/],
  ['a title that is too long', `---\ntitle: ${'x'.repeat(21)}\npublished: 2026-11-23\n---\n`, /title/],
  ['a day that does not exist', '---\ntitle: A\npublished: 2026-02-30\n---\n', /published/],
  ['raw HTML', `---\n${head}\n---\n<b>x</b>`, /html/],
  ['an unknown placeholder', `---\n${head}\n---\n{operator}`, /\{operator\}/],
])('a content file with %s stops the start and is named', (_what, text, reason) => {
  expect(() => read(text)).toThrow(StartupError);
  expect(() => read(text)).toThrow(/a-text\.md cannot be shown/);
  expect(() => read(text)).toThrow(reason);
});
