import { expect, test } from 'vitest';
import { archiveNames } from './archive-names.ts';

const text = ['txt', 'md'];

test('a name is given once, also where case does not count', () => {
  const take = archiveNames();
  const given = ['plan.txt', 'PLAN.txt', 'plan.txt', 'plan (2).txt'].map((name) => take(name, text));
  expect(given).toEqual(['plan.txt', 'PLAN (2).txt', 'plan (3).txt', 'plan (2) (2).txt']);
});

test.each([
  ['a/b\\c:d?e*f<g>h|i".txt', 'a_b_c_d_e_f_g_h_i_.txt'],
  ['line\nbreak.txt', 'line_break.txt'],
  ['con.txt', '_con.txt'],
  ['.hidden.txt', '_.hidden.txt'],
  ['dots... .txt', 'dots.txt'],
  ['program.exe', 'program.exe.txt'],
  ['nothing', 'nothing.txt'],
])('%j unpacks everywhere as %j', (name, safe) => {
  expect(archiveNames()(name, text)).toBe(safe);
});

test('a long name keeps its end, and is counted in bytes', () => {
  const take = archiveNames();
  const [first, second] = [take(`${'報'.repeat(300)}.txt`, text), take(`${'報'.repeat(300)}.txt`, text)];
  expect(first).toMatch(/^報+\.txt$/);
  expect(second).toMatch(/^報+ \(2\)\.txt$/);
  for (const name of [first, second]) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});
