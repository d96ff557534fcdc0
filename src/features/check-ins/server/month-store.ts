// SQL of the counts by month. They come from the dates that the triggers of check_ins keep, because counting the entries
// reads all of them (docs/decisions/0045-dates-of-entries.md).
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';
import type { MonthCount } from '../count-contract.ts';

/** They divide 31 days, as in the browser. */
const { partsOfMonth: parts } = limits;
const partOf = (day: number) => Math.floor(((day - 1) * parts) / 31);
/** On which day of the month each part begins, counted from 0. */
const firstDays = Array.from({ length: parts }, (_, part) => Math.ceil((part * 31) / parts));

/** Clocks that are turned back show these hours twice at most. */
const overlapHours = 3;
/** Until the middle of a month. A zone may change its offset twice in a month. */
const middleDays = 15;

/**
 * The first instant at this local time. Where clocks are turned back to midnight, as in Havana, it comes twice, and
 * PostgreSQL takes the second.
 */
function firstInstant(time: string): string {
  const first = `((${time} - interval '${overlapHours} hours') at time zone $1 + interval '${overlapHours} hours')`;
  return `case when ${first} at time zone $1 = ${time} then ${first} else (${time}) at time zone $1 end`;
}
/** How many of a month's dates are before these instants. They are sorted, and precise to the millisecond. */
const ranks = (instants: string[]) =>
  [...instants.map((at) => `width_bucket(${at} - interval '1 ms', dates)`), 'cardinality(dates)'].join(
    ',\n        ',
  );
/** In most months, the zone's offset does not change, and converting each of these times would take half of the request. */
const evenRanks = ranks([...firstDays.map((days) => `(starts + interval '${days * 24} hours')`), 'ends']);
const exactRanks = ranks(
  [...firstDays.map((days) => `month + interval '${days} days'`), 'next'].map(
    (time) => `(${firstInstant(time)})`,
  ),
);
const activity = Array.from(
  { length: parts },
  (_, part) => `coalesce(sum(entries) filter (where part = ${part}), 0)`,
).join();

// One statement, because its parts must see the same changes. For a user without dates, it counts the entries. Lists of
// numbers are text: as arrays, they would cost a fifth of the request.
const monthCountsSql = statement({
  name: 'check_in_months',
  text: `with kept as materialized (
      select exists (select from entry_dates where user_id = (select app.viewer())) as found
    ), days as (
      select (at at time zone $1)::date as day, sum(entries) as entries from entry_date_changes
      where user_id = (select app.viewer()) and (select kept.found from kept)
      group by 1
      union all
      select (created_at at time zone $1)::date, count(*) from check_ins
      where user_id = (select app.viewer()) and deleted_at is null and not (select kept.found from kept)
      group by 1
    ), counted as (
      select date_trunc('month', day) as month, (extract(day from day)::int - 1) * ${parts} / 31 as part, entries from days
    )
    select to_char(month, 'YYYY-MM') as month,
      case when middle - starts = interval '${middleDays} days' and ends - starts = next - month
      then concat_ws(',',
        ${evenRanks})
      else concat_ws(',',
        ${exactRanks})
      end as ranks, null as activity
    from (
      select dates, month::timestamp as month, month + interval '1 month' as next from entry_dates
      where user_id = (select app.viewer())
    ) as kept_dates, lateral (
      select (month - interval '${overlapHours} hours') at time zone $1 + interval '${overlapHours} hours' as starts,
        (month + interval '${middleDays} days') at time zone $1 as middle, next at time zone $1 as ends
      offset 0 -- Or each use of them would be another conversion.
    ) as bounds
    union all
    select to_char(month, 'YYYY-MM'), null, concat_ws(',', ${activity}) from counted group by counted.month`,
  row: { month: t.text, ranks: t.nullable(t.text), activity: t.nullable(t.text) },
});

/** Adds entries to a part of a month (`YYYY-MM`). */
type Add = (month: string, part: number, entries: number) => void;

/** The number of the viewer's entries in each month of the given IANA zone, newest month first, and in its parts. */
export async function monthCounts(tx: Reader, timeZone: string): Promise<MonthCount[]> {
  const months = new Map<string, number[]>();
  const add: Add = (month, part, entries) => {
    if (entries === 0) return;
    const found = months.get(month) ?? Array<number>(parts).fill(0);
    months.set(month, found);
    found[part]! += entries;
  };
  for (const { month, ranks: counts, activity: changes } of await tx.query(monthCountsSql, [timeZone])) {
    if (counts !== null) addDates(month, counts.split(',').map(Number), add);
    for (const [part, entries] of changes?.split(',').entries() ?? []) add(month, part, Number(entries));
  }
  return [...months]
    .map(([month, found]) => ({
      ...{ month, activity: found },
      count: found.reduce((sum, entries) => sum + entries, 0),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.month < b.month ? 1 : -1));
}

/**
 * Adds the dates in a UTC month, by their ranks at the first instant of each part and of the next month, and their number.
 * Zones are up to 14 hours away from it, so its first and last dates may belong to the days around it.
 */
function addDates(month: string, counts: number[], add: Add): void {
  const end = counts[parts]!;
  // February has no part after its last day.
  const rank = (part: number) => Math.min(counts[part]!, end);
  for (let part = 0; part < parts; part++) add(month, part, rank(part + 1) - rank(part));
  // Most months have none.
  const [before, after] = [rank(0), counts.at(-1)! - end];
  if (before === 0 && after === 0) return;
  const [year, number] = month.split('-').map(Number) as [number, number];
  const dayBefore = new Date(Date.UTC(year, number - 1, 0));
  add(monthOf(dayBefore), partOf(dayBefore.getUTCDate()), before);
  add(monthOf(new Date(Date.UTC(year, number, 1))), 0, after);
}

const monthOf = (day: Date) => day.toISOString().slice(0, 7);

const keepDatesSql = statement({
  text: 'select app.keep_dates($1) as wrong',
  row: { wrong: t.nullable(t.bool) },
});

/** Counts a user's entries, if their dates are not kept yet. */
export async function keepDates(jobs: pg.Pool, userId: string): Promise<void> {
  await query(jobs, keepDatesSql, [userId]);
}

const repairDatesSql = statement({
  text: 'select person, wrong from app.repair_dates($1, $2)',
  row: { person: t.uuid, wrong: t.bool },
});

/** Recounts the entries of all users, in batches. Returns whose dates did not match their entries. */
export async function repairDates(jobs: pg.Pool): Promise<string[]> {
  const wrong: string[] = [];
  const batch = 20;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await query(jobs, repairDatesSql, [after, batch]);
    wrong.push(...rows.filter((row) => row.wrong).map(({ person }) => person));
    if (rows.length < batch) return wrong;
    after = rows.at(-1)!.person;
  }
}
