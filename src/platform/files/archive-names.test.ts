import { expect, test } from 'vitest';
import { archiveNames } from './archive-names.ts';

const text = ['txt', 'md'];

test('duplicate archive names get a number, even when they differ only in case', () => {
  const take = archiveNames();
  const names = ['plan.txt', 'PLAN.txt', 'plan.txt', 'plan (2).txt'].map((name) => take(name, text));
  expect(names).toEqual(['plan.txt', 'PLAN (2).txt', 'plan (3).txt', 'plan (2) (2).txt']);
});

test.each([
  ['a/b\\c:d?e*f<g>h|i".txt', 'a_b_c_d_e_f_g_h_i_.txt'],
  ['line\nbreak.txt', 'line_break.txt'],
  ['con.txt', '_con.txt'],
  ['.hidden.txt', '_.hidden.txt'],
  ['dots... .txt', 'dots.txt'],
  ['program.exe', 'program.exe.txt'],
  ['nothing', 'nothing.txt'],
])('an archive entry named %j is renamed to %j, which every system can unpack', (name, safe) => {
  expect(archiveNames()(name, text)).toBe(safe);
});

test('a long archive name is shortened by bytes and keeps its extension', () => {
  const take = archiveNames();
  const [first, second] = [take(`${'報'.repeat(300)}.txt`, text), take(`${'報'.repeat(300)}.txt`, text)];
  expect(first).toMatch(/^報+\.txt$/);
  expect(second).toMatch(/^報+ \(2\)\.txt$/);
  // As long as 200 bytes allow: a character has three.
  expect([first, second].map((name) => Buffer.byteLength(name))).toEqual([199, 200]);
  expect(take(`${'a'.repeat(300)}.txt`, text)).toBe(`${'a'.repeat(196)}.txt`);
});
