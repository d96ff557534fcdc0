// The rows of CSV, and of cells pasted from a spreadsheet (RFC 4180, with what programs make of it). Rows that are broken
// are skipped, and reading goes on with the next line.
import { limits } from '../constants.ts';

export type Row = { cells: string[]; line: number };
export type Delimiter = ',' | ';' | '\t';

/** A quoted cell that is longer has lost its closing quote. */
const maxCell = 100_000;

/** The delimiter that the first lines contain most often outside of quotes. */
function guessDelimiter(start: string): Delimiter {
  const outside = start
    .split(/\r\n|\r|\n/)
    .slice(0, 10)
    .join('\n')
    .replace(/"[^"]*"/g, '');
  const counted = ([',', ';', '\t'] as const).map((delimiter) => ({
    delimiter,
    count: outside.split(delimiter).length,
  }));
  return counted.toSorted((a, b) => b.count - a.count)[0]!.delimiter;
}

/** The rows of a text. Empty lines are left out. `broken` is called with the line of each row that cannot be read. */
export async function* csvRows(
  chunks: AsyncIterable<string>,
  broken: (line: number) => void,
): AsyncGenerator<Row, void, void> {
  const reader = new RowReader(broken);
  for await (const chunk of chunks) yield* reader.read(chunk, false);
  yield* reader.read('', true);
}

class RowReader {
  readonly #broken: (line: number) => void;
  #text = '';
  #line = 1;
  #delimiter: Delimiter | undefined;

  constructor(broken: (line: number) => void) {
    this.#broken = broken;
  }

  *read(chunk: string, isLast: boolean): Generator<Row, void, void> {
    this.#text += chunk;
    if (this.#text === '') return;
    this.#delimiter ??= guessDelimiter(this.#text);
    let at = 0;
    while (at < this.#text.length) {
      const row = readRow(this.#text, at, this.#delimiter, isLast);
      if (row === 'more' && this.#text.length - at <= limits.line) break;
      const end = typeof row === 'string' ? lineEnd(this.#text, at) : row.end;
      if (typeof row === 'string' || end - at > limits.line || row.cells.length > limits.columns)
        this.#broken(this.#line);
      else if (row.cells.some((cell) => cell.trim() !== '')) yield { cells: row.cells, line: this.#line };
      this.#line += countLines(this.#text, at, end);
      at = end;
    }
    this.#text = this.#text.slice(at);
  }
}

/** Where the next line begins, or the text ends. */
function lineEnd(text: string, from: number): number {
  const match = /\r\n|\r|\n/g;
  match.lastIndex = from;
  const found = match.exec(text);
  return found ? found.index + found[0].length : text.length;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || (unit === 13 && text.charCodeAt(at + 1) !== 10)) count += 1;
  }
  return count;
}

/** One row from `at`. `more`: its end may be in the next chunk. */
function readRow(
  text: string,
  from: number,
  delimiter: Delimiter,
  isLast: boolean,
): { cells: string[]; end: number } | 'more' | 'broken' {
  const cells: string[] = [];
  let at = from;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0 || quote - at > maxCell) {
          if (text.length - at > maxCell || isLast) return 'broken';
          return 'more';
        }
        cell += text.slice(at, quote);
        if (quote + 1 >= text.length && !isLast) return 'more';
        at = quote + 1;
        if (text[at] !== '"') break;
        cell += '"';
        at += 1;
      }
      if (cell.length > maxCell) return 'broken';
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    // A line break may be in the next chunk, or its second half.
    if (!isLast && (at >= text.length || (text[at] === '\r' && at + 1 >= text.length))) return 'more';
    cells.push(cell + text.slice(start, at));
    if (text[at] === delimiter) {
      at += 1;
      if (at >= text.length && !isLast) return 'more';
      continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    return { cells, end: Math.min(at + 1, text.length) };
  }
}
