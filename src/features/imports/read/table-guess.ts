// Guesses what the columns of a table are, from their names and their first rows.
import type { Row } from './csv-rows.ts';
import { dateReader, guessDayFirst } from './dates.ts';
import type { Columns } from './found.ts';

export type Table = {
  hasHeader: boolean;
  names: string[];
  /** The first rows, for the user to compare. */
  samples: string[][];
  columns: Columns;
  /** Whose export it is, if its columns say so. Only what is done has a date there. */
  program: 'Jira' | 'Linear' | undefined;
  /** The columns with tags: programs repeat the name if a row has several. */
  tagColumns: (chosen: number | null) => number[];
};

const shownRows = 5;

const named: Record<'date' | 'text' | 'detail' | 'id' | 'group' | 'tags', RegExp> = {
  date: /^(date|day|when|datum|tag|fecha|data|date completed|completed( (at|on|date))?|done( (at|on))?|closed( (at|on))?|resolved|finished( on)?|end(ed)?( date)?|created( (at|on))?|timestamp|time|start(ed)?( (date|time|on))?|updated)$/i,
  text: /^(text|title|summary|subject|name|what|task|entry|content|description|note|notes|achievement|accomplishment|titel|beschreibung|aufgabe|titre|tarea|título)$/i,
  detail: /^(description|details?|notes?|comments?|impact|result|outcome|beschreibung)$/i,
  id: /^(id|key|uuid|uid|issue key|number|#|nr\.?)$/i,
  group:
    /^(project|project name|repository|repo|team|epic|list|board|group|category|area|client|projekt|projet|proyecto)$/i,
  tags: /^(tags?|labels?|keywords?|stichworte)$/i,
};

/** In the order of preference: the date on which something was done. */
const doneFirst = /^(date completed|completed|done|closed|resolved|finished)/i;

export function guessTable(rows: readonly Row[], timeZone: string): Table {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const isDate = dateReader(timeZone);
  const dates = (cells: readonly string[]) =>
    cells.filter((cell) => isDate(cell, true) !== undefined && /\D/.test(cell)).length;
  const [first] = rows;
  const hasHeader = rows.length > 1 && first !== undefined && dates(first.cells) === 0;
  const names = Array.from({ length: width }, (_, index) => (hasHeader && first.cells[index]?.trim()) || '');
  const body = rows.slice(hasHeader ? 1 : 0).map(({ cells }) => cells);
  const columnOf = (index: number) =>
    body.map((cells) => cells[index]?.trim() ?? '').filter((cell) => cell !== '');
  const program = programOf(names);
  const columns = program ? programColumns(program, names) : guessColumns(names, columnOf, dates);
  const samples = columns.date === null ? [] : columnOf(columns.date);
  return {
    hasHeader,
    names,
    samples: body.slice(0, shownRows),
    columns: { ...columns, dayFirst: guessDayFirst(samples, dayComesFirst()) },
    program,
    tagColumns: (chosen) =>
      chosen === null
        ? []
        : names.flatMap((name, index) =>
            index === chosen || (name !== '' && name === names[chosen]) ? [index] : [],
          ),
  };
}

function guessColumns(
  names: readonly string[],
  columnOf: (index: number) => string[],
  dates: (cells: readonly string[]) => number,
): Omit<Columns, 'dayFirst'> {
  const indexes = names.map((_, index) => index);
  const share = indexes.map((index) => dates(columnOf(index)) / Math.max(1, columnOf(index).length));
  const isDate = (index: number) => share[index]! > 0.5;
  const find = (role: keyof typeof named, but: readonly (number | null)[] = []) =>
    indexes.find((index) => named[role].test(names[index]!) && !but.includes(index)) ?? null;
  const date =
    indexes.find((index) => isDate(index) && doneFirst.test(names[index]!)) ??
    indexes.find((index) => isDate(index) && named.date.test(names[index]!)) ??
    indexes.filter(isDate).toSorted((a, b) => share[b]! - share[a]!)[0] ??
    find('date');
  const id = find('id', [date]);
  const group = find('group', [date, id]);
  const tags = find('tags', [date, id, group]);
  const taken = [date, id, group, tags];
  const lengthOf = (index: number) => columnOf(index).reduce((sum, cell) => sum + cell.length, 0);
  const longest = indexes
    .filter((index) => !taken.includes(index) && !isDate(index))
    .toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
  const title = find('text', taken) ?? longest;
  const detail = find('detail', [...taken, title ?? null]);
  const text = [title, detail].filter((index) => typeof index === 'number');
  return { date, text, id, group, tags };
}

function programOf(names: readonly string[]): Table['program'] {
  const has = (name: string) => names.includes(name);
  if (has('Issue key') && has('Summary')) return 'Jira';
  if (has('ID') && has('Title') && has('Completed') && has('Team')) return 'Linear';
  return undefined;
}

function programColumns(program: 'Jira' | 'Linear', names: readonly string[]): Omit<Columns, 'dayFirst'> {
  const find = (...wanted: string[]) => {
    const index = wanted.map((name) => names.indexOf(name)).find((found) => found >= 0);
    return index ?? null;
  };
  const title = find(program === 'Jira' ? 'Summary' : 'Title');
  return {
    date: program === 'Jira' ? find('Resolved', 'Resolution Date', 'Updated') : find('Completed'),
    text: title === null ? [] : [title],
    id: find(program === 'Jira' ? 'Issue key' : 'ID'),
    group: program === 'Jira' ? find('Project name', 'Project key') : find('Project', 'Team'),
    tags: find('Labels'),
  };
}

/** Whether this reader's language has the day first. */
function dayComesFirst(): boolean {
  const parts = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'numeric' }).formatToParts();
  return parts.find(({ type }) => type === 'day' || type === 'month')?.type === 'day';
}
