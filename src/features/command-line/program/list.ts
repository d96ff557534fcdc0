import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#features/check-ins/constants.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { dayOf } from '#platform/clock/days.ts';
import { Problem } from '#platform/http/client.ts';
import { CommandError } from './command-error.ts';
import { jsonOption, type Call, type Command, type Option, type Options } from './command.ts';
import { dayExamples, readDayBounds, timeZone } from './day-input.ts';
import { call } from './server.ts';
import { harmless, oneLine, padEnd, wrap, type Output } from './terminal.ts';

export const periodOptions: readonly Option[] = [
  {
    name: 'from',
    value: 'DAY',
    help: `the first day: ${dayExamples}`,
    completes: ['today', 'yesterday', 'monday'],
  },
  { name: 'to', value: 'DAY', help: 'the last day', completes: ['today', 'yesterday'] },
];
const defaultCount = 20;
const listOptions: readonly Option[] = [
  ...periodOptions,
  { name: 'limit', short: 'n', value: 'NUMBER', help: `how many, ${defaultCount} by default` },
  jsonOption,
];

export const list: Command = {
  name: 'list',
  readsLog: true,
  summary: 'List your entries, newest first',
  examples: ['logbook list --from monday', 'logbook list -n 100 --json'],
  options: listOptions,
  async run({ options, out }) {
    const period = periodOf(options);
    const rows = await pages(countOf(options), (page) =>
      call('GET /api/check_ins', { query: { ...period, ...page } }),
    );
    showEntries(rows, out, options.has('json'), 'No entries.');
  },
};

export const search: Command = {
  name: 'search',
  readsLog: true,
  words: 'WORDS…',
  takesWords: true,
  summary: 'Find entries that have all words, "exact phrases" and #tags',
  examples: [`logbook search importer '#release'`, `logbook search '"code review"' --from "90 days ago"`],
  options: listOptions,
  async run({ words, options, out }: Call) {
    const q = words.join(' ').trim();
    if (q === '') throw new CommandError('usage', 'What do you search for? Run: logbook search WORDS');
    if (q.length > limits.query)
      throw new CommandError('usage', `A search can have up to ${limits.query} characters.`);
    const period = periodOf(options);
    const rows = await pages(countOf(options), (page) =>
      call('GET /api/check_ins/search', { query: { q, ...period, ...page } }),
    );
    showEntries(rows, out, options.has('json'), 'No entries match.');
  },
};

/** The period that the options choose, as the API takes it. */
export function periodOf(options: Options): { from?: string; to?: string } {
  const [from, to] = ['from', 'to'].map((name) => {
    const typed = options.value(name);
    return typed === undefined ? undefined : readDayBounds(typed, Date.now(), timeZone());
  });
  if (from && to && from.day > to.day) throw new CommandError('usage', '--from is after --to.');
  return { ...(from && { from: from.from }), ...(to && { to: to.to }) };
}

function countOf(options: Options): number {
  const typed = options.value('limit') ?? String(defaultCount);
  if (!/^[1-9]\d{0,5}$/.test(typed))
    throw new CommandError('usage', `--limit takes a number, not "${typed}".`);
  return Number(typed);
}

type Page = { rows: CheckIn[]; next: string | null };

/** The first entries of a list that the server sends in pages. */
export async function pages(
  count: number,
  load: (page: { limit: number; before?: string }) => Promise<Page>,
): Promise<CheckIn[]> {
  const rows: CheckIn[] = [];
  let before: string | undefined;
  do {
    const place = {
      limit: Math.min(limits.pageMax, count - rows.length),
      ...(before !== undefined && { before }),
    };
    const page = await load(place).catch(async (error: unknown) => {
      // A long log takes more requests than a token has in a minute.
      if (!(error instanceof Problem) || error.status !== 429) throw error;
      await pause((error.retryAfter ?? 60) * 1000);
      return load(place);
    });
    rows.push(...page.rows);
    before = page.next ?? undefined;
  } while (before !== undefined && rows.length < count);
  return rows;
}

/** For people by day, for other programs one line each: date, time, emoji and text, with tabs between. */
export function showEntries(rows: readonly CheckIn[], out: Output, asJson: boolean, none: string): void {
  if (asJson) return out.json(rows);
  if (rows.length === 0) return out.note(none);
  if (!out.isTerminal) {
    for (const row of rows)
      out.line([...placeOf(row), oneLine(row.emoji ?? ''), oneLine(row.content)].join('\t'));
    return;
  }
  let lastDay = '';
  for (const row of rows) {
    const [day, time] = placeOf(row);
    if (day !== lastDay) {
      if (lastDay !== '') out.line();
      out.line(out.style('bold', dayTitle(day)));
    }
    lastDay = day;
    showEntry(row, time, out);
  }
}

function showEntry(row: CheckIn, time: string, out: Output): void {
  const margin = '          ';
  const files = row.file_count > 0 ? ` [${row.file_count} ${row.file_count === 1 ? 'file' : 'files'}]` : '';
  const goal = row.kind === 'goal' ? 'Goal: ' : '';
  const [first = '', ...more] = wrap(
    goal + harmless(row.content).trim() + files,
    out.columns - margin.length - 1,
  );
  out.line(`  ${out.style('dim', time)} ${padEnd(oneLine(row.emoji ?? ''), 2)}${first}`);
  for (const line of more) out.line(margin + line);
}

/** The day and the time of an entry in the time zone of the machine. */
export function placeOf({ created_at }: Pick<CheckIn, 'created_at'>): [day: string, time: string] {
  const at = new Date(created_at);
  const time = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return [dayOf(at, timeZone()), time];
}

const title = new Intl.DateTimeFormat('en-US', {
  ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  timeZone: 'UTC',
});

export function dayTitle(day: string): string {
  return title.format(new Date(`${day}T00:00:00Z`));
}
