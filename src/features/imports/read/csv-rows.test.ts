import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, type Row } from './csv-rows.ts';

async function* inChunks(chunks: string[]) {
  yield* chunks;
}

async function rowsOf(chunks: string[]) {
  const broken: number[] = [];
  const rows: Row[] = [];
  for await (const row of csvRows(inChunks(chunks), (line) => broken.push(line))) rows.push(row);
  return { rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line), broken };
}

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r\n', ' ', '=', '😀'),
  maxLength: 6,
});
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

test('rows are the same as those of a second library, wherever the text is divided into chunks', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.array(fc.nat(60), { maxLength: 5 }), async (cells, cuts) => {
      const text = `a,b,c\n${cells.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
      const at = [0, ...cuts.toSorted((a, b) => a - b).filter((cut) => cut < text.length), text.length];
      const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
      const { rows, broken } = await rowsOf(chunks);
      const expected = parse(text, { record_delimiter: ['\r\n', '\n'] }).filter((row: string[]) =>
        row.some((one) => one.trim() !== ''),
      );
      expect(rows).toEqual(expected);
      expect(broken).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test('lines are numbered as in the file, through line breaks in cells', async () => {
  const { lines } = await rowsOf(['a,b\r\n"x\r\ny",1\r\n\r\nlast,', '2']);
  expect(lines).toEqual([1, 2, 5]);
});

test('a lost quote costs one line', async () => {
  const { rows, broken } = await rowsOf(['a,b\n"lost,1\nkept,2\n']);
  expect(rows).toEqual([
    ['a', 'b'],
    ['kept', '2'],
  ]);
  expect(broken).toEqual([2]);
});

test.each([',', '"', '"a",', 'x'])(
  'a row of %j that never ends is skipped before it fills the memory',
  async (unit) => {
    const chunk = unit.repeat(60_000 / unit.length);
    let read = 0;
    async function* chunks() {
      for (; read < 40; read++) yield chunk;
      yield '\nkept,2\n';
    }
    const rows: string[][] = [];
    const broken: number[] = [];
    for await (const { cells } of csvRows(chunks(), () => broken.push(read))) rows.push(cells);
    expect(broken[0]).toBeLessThan(20);
    expect(rows.at(-1)).toEqual(['kept', '2']);
  },
);
