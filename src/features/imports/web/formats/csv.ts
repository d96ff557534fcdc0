// Tables: CSV files of any program, Jira's and Linear's among them, and cells pasted from a spreadsheet. Formulas are text.
import { limits } from '../../constants.ts';
import { reasonTexts } from '../../reason-texts.ts';
import { ticketIn, withTags } from '../../rules.ts';
import { csvRows, type Row } from '../../read/csv-rows.ts';
import { dateReader } from '../../read/dates.ts';
import type { Columns, Sink } from '../../read/found.ts';
import { shortHash } from '../../read/short-hash.ts';
import type { Source } from '../../read/sources.ts';
import { guessTable, type Table } from '../../read/table-guess.ts';
import { textOf } from '../../read/text.ts';
import type { Format } from '../../read/format.ts';

export const csv: Format = {
  id: 'csv',
  accepts: ({ path }) => /\.(csv|tsv|txt)$/i.test(path),
  async read(source, sink) {
    const sample: Row[] = [];
    const rows = csvRows(textOf(source), (line) => sink.skip(`${source.path}:${line}`, 'broken_line'));
    let table: Table | undefined;
    let reader: TableReader | undefined;
    const start = () => {
      table = guessTable(sample, sink.options.timeZone);
      reader = new TableReader(source, sink, table);
      // The first row has the names of the columns, if it has no date.
      for (const row of sample.slice(table.hasHeader ? 1 : 0)) reader.read(row);
    };
    for await (const row of rows) {
      if (reader) reader.read(row);
      else if (sample.push(row) === limits.sample) start();
    }
    if (!reader) start();
    if (sample.length === 0) sink.skip(source.path, 'no_text');
  },
};

/** The columns of a table, as guessed from its first rows. */
export async function inspectTable(source: Source, timeZone: string): Promise<Table> {
  const sample: Row[] = [];
  for await (const row of csvRows(textOf(source), () => undefined)) {
    if (sample.push(row) === limits.sample) break;
  }
  return guessTable(sample, timeZone);
}

class TableReader {
  readonly #path: string;
  readonly #sink: Sink;
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #dateOf: (text: string, dayFirst: boolean) => number | undefined;

  constructor({ path }: Source, sink: Sink, table: Table) {
    this.#path = path;
    this.#sink = sink;
    this.#table = table;
    this.#columns = sink.options.columns ?? table.columns;
    this.#dateOf = dateReader(sink.options.timeZone);
  }

  read({ cells, line }: Row): void {
    const where = `${this.#path}:${line}`;
    const { date, text: textColumns, id, group, tags, dayFirst } = this.#columns;
    const { program } = this.#table;
    const cell = (column: number | null) => (column === null ? '' : (cells[column]?.trim() ?? ''));
    const dateText = cell(date);
    if (dateText === '') return this.#sink.skip(where, program ? 'not_done' : 'no_date');
    const at = this.#dateOf(dateText, dayFirst);
    if (at === undefined) return this.#sink.skip(where, 'bad_date');
    const key = cell(id);
    const content = textColumns
      .map(cell)
      .filter((part) => part !== '')
      .join('\n');
    const text = program && key !== '' && content !== '' ? `${key} ${content}` : content;
    const ticket = ticketIn(text);
    const tagCells = this.#table.tagColumns(tags).flatMap((column) => cell(column).split(/[,;]/));
    const named = cell(group) || (program ? '' : ticket);
    this.#sink.found(
      {
        sourceId: key === '' ? shortHash(`${at} ${text}`) : `${program ? `${program} ` : ''}${key}`,
        at,
        text: withTags(text, tagCells),
        ...(named && { group: named }),
        reason: program
          ? reasonTexts.issue(program, key)
          : ticket && named === ticket
            ? reasonTexts.rowWithTicket(line, ticket)
            : reasonTexts.row(line),
      },
      where,
    );
  }
}
