// Writes the results as a table for people, and as JSON for comparing runs.
import { mkdirSync, writeFileSync } from 'node:fs';

export type Verdict = 'aim' | 'floor' | 'missed' | 'not measured' | '';

export type Row = {
  name: string;
  ours: string;
  reference: string;
  ratio: number | null;
  /** The bound for the ratio, or for the figure if there is no ratio. */
  aim: string;
  floor: string;
  verdict: Verdict;
  /** The figures behind it. */
  details?: unknown;
};

/** A figure without a bound. */
export const plain = (name: string, ours: string, reference = ''): Row => ({
  ...{ name, ours, reference },
  ...{ ratio: null, aim: '', floor: '', verdict: '' },
});

type Bounds = { aim: number; floor: number };

/** More is better. */
export function atLeast(value: number, { aim, floor }: Bounds): Verdict {
  return value >= aim ? 'aim' : value >= floor ? 'floor' : 'missed';
}

/** Less is better. */
export function atMost(value: number, { aim, floor }: Bounds): Verdict {
  return value <= aim ? 'aim' : value <= floor ? 'floor' : 'missed';
}

const titles = ['', 'ours', 'reference', 'ratio', 'aim', 'floor', 'verdict'];

/** The table, numbers aligned to the right. */
export function tableOf(rows: Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    row.ours,
    row.reference,
    row.ratio === null ? '' : row.ratio.toFixed(2),
    row.aim,
    row.floor,
    row.verdict,
  ]);
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => line[column]!.length)),
  );
  const last = titles.length - 1;
  const lineOf = (line: string[]) =>
    line
      .map((cell, column) =>
        column === 0 || column === last ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd();
  return [
    lineOf(titles),
    '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)),
    ...cells.map(lineOf),
  ].join('\n');
}

/** Returns the path of the file. */
export function writeReport(name: string, report: object): string {
  mkdirSync('reports', { recursive: true });
  const path = `reports/${name}.json`;
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`);
  return path;
}
