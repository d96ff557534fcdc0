import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#features/check-ins/constants.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { dayOf } from '#platform/clock/days.ts';
import { Problem } from '#platform/http/client.ts';
import { language } from '#platform/text/language.ts';
import { entryTexts as texts } from '../entry-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { CommandError } from './command-error.ts';
import { jsonOption, type Call, type Command, type Option, type Options } from './command.ts';
import { readDayBounds, timeZone } from './day-input.ts';
import { call } from './server.ts';
import { harmless, oneLine, padEnd, wrap, type Output } from './terminal.ts';

export const periodOptions: readonly Option[] = [
  {
    name: 'from',
    value: 'DAY',
    help: optionTexts.from,
    completes: ['today', 'yesterday', 'monday'],
  },
  { name: 'to', value: 'DAY', help: optionTexts.to, completes: ['today', 'yesterday'] },
];
const defaultCount = 20;
const listOptions: readonly Option[] = [
  ...periodOptions,
  { name: 'limit', short: 'n', value: 'NUMBER', help: optionTexts.limit(defaultCount) },
  jsonOption,
];

export const list: Command = {
  name: 'list',
  readsLog: true,
  ...commandTexts.list,
  options: listOptions,
  async run({ options, out }) {
    const period = periodOf(options);
    const rows = await pages(countOf(options), (page) =>
      call('GET /api/check_ins', { query: { ...period, ...page } }),
    );
    showEntries(rows, out, options.has('json'), texts.none);
  },
};

export const search: Command = {
  name: 'search',
  readsLog: true,
  words: 'WORDS…',
  takesWords: true,
  ...commandTexts.search,
  options: listOptions,
  async run({ words, options, out }: Call) {
    const q = words.join(' ').trim();
    if (q === '') throw new CommandError('usage', texts.noWords);
    if (q.length > limits.query) throw new CommandError('usage', texts.longQuery);
    const period = periodOf(options);
    const rows = await pages(countOf(options), (page) =>
      call('GET /api/check_ins/search', { query: { q, ...period, ...page } }),
    );
    showEntries(rows, out, options.has('json'), texts.noneMatch);
  },
};

/** The period that the options choose, as the API takes it. */
export function periodOf(options: Options): { from?: string; to?: string } {
  const [from, to] = ['from', 'to'].map((name) => {
    const typed = options.value(name);
    return typed === undefined ? undefined : readDayBounds(typed, Date.now(), timeZone());
  });
  if (from && to && from.day > to.day) throw new CommandError('usage', texts.fromAfterTo);
  return { ...(from && { from: from.from }), ...(to && { to: to.to }) };
}

function countOf(options: Options): number {
  const typed = options.value('limit') ?? String(defaultCount);
  if (!/^[1-9]\d{0,5}$/.test(typed)) throw new CommandError('usage', texts.noLimit(typed));
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
  const files = row.file_count > 0 ? ` [${texts.files(row.file_count)}]` : '';
  const content = harmless(row.content).trim();
  const [first = '', ...more] = wrap(
    (row.kind === 'goal' ? texts.goal(content) : content) + files,
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

const title = new Intl.DateTimeFormat(language.tag, {
  ...{ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  timeZone: 'UTC',
});

export function dayTitle(day: string): string {
  return title.format(new Date(`${day}T00:00:00Z`));
}
