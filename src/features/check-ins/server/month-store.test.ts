// The counts by month always match the entries, in every time zone (R-B9).
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'zod/mini';
import { newId } from '#platform/clock/id.ts';
import { wallTime } from '#platform/clock/wall-time.ts';
import { timeZone } from '#platform/http/payload-contract.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { work } from '#tests/support/mail.ts';
import type { CheckIn } from '../contract.ts';
import type { MonthCount } from '../count-contract.ts';
import { purgeCheckIns } from './jobs.ts';
import { keepDates, repairDates } from './month-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/**
 * Offsets of whole and partial hours, east and west, with clock changes of an hour and half an hour, and one skipped
 * day.
 */
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham'],
  ...[
    'Pacific/Kiritimati',
    'Pacific/Apia',
    'America/Sao_Paulo',
    'America/Havana',
    'Atlantic/Azores',
    'Africa/Monrovia',
    'Etc/GMT+12',
  ],
];

async function monthsOf(caller: Caller, timezone: string): Promise<MonthCount[]> {
  const { status, json } = await caller.call<{ months: MonthCount[] }>('GET /api/check_ins/months', {
    query: { timezone },
  });
  expect(status).toBe(200);
  return json.months;
}

/** Counts the entries by their local date. */
async function expectedMonths(caller: Caller, timezone: string): Promise<MonthCount[]> {
  const days = await queryAsOwner<{ day: string }>(
    `select (created_at at time zone $2)::date::text as day from check_ins where user_id = $1 and deleted_at is null`,
    [caller.userId, timezone],
  );
  const months = new Map<string, number[]>();
  for (const { day } of days) {
    const month = day.slice(0, 7);
    const activity = months.get(month) ?? Array<number>(13).fill(0);
    activity[Math.floor(((Number(day.slice(8)) - 1) * 13) / 31)]! += 1;
    months.set(month, activity);
  }
  return [...months]
    .map(([month, activity]) => ({ month, count: activity.reduce((sum, n) => sum + n), activity }))
    .toSorted((a, b) => (a.month < b.month ? 1 : -1));
}

async function expectExact(caller: Caller): Promise<void> {
  for (const zone of zones)
    expect([zone, await monthsOf(caller, zone)]).toEqual([zone, await expectedMonths(caller, zone)]);
}

function queryAsOwner<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  return app.database.asOwner(async (db) => (await db.query<Row>(text, values)).rows);
}

async function write(caller: Caller, at: string): Promise<CheckIn> {
  const body = { id: newId(), content: 'Shipped it', created_at: at };
  const { status, json } = await caller.call<CheckIn>('POST /api/check_ins', { body });
  expect(status).toBe(200);
  return json;
}

const imported = (at: string, more: object = {}) => ({
  ...{ id: newId(), kind: 'entry', content: 'Imported', emoji: null, files: [] },
  ...{ edited_at: null, deleted_at: null, created_at: at },
  ...more,
});

/** Imports entries of which every fourth is in the bin. */
async function importSome(caller: Caller, all: string[]): Promise<void> {
  const check_ins = all.map((at, n) =>
    imported(at, n % 4 === 0 ? { deleted_at: new Date().toISOString() } : {}),
  );
  const body = { user_id: caller.userId, check_ins, goals: [] };
  expect((await caller.call('POST /api/guest_import', { body })).status).toBe(200);
}

async function nthId(caller: Caller, nth: number): Promise<string> {
  const rows = await queryAsOwner<{ id: string }>('select id from check_ins where user_id = $1 order by id', [
    caller.userId,
  ]);
  return rows[nth % Math.max(1, rows.length)]?.id ?? newId();
}

const toBin = async (caller: Caller, nth: number) =>
  caller.call('DELETE /api/check_ins/:id', { params: { id: await nthId(caller, nth) } });
const restore = async (caller: Caller, nth: number) =>
  caller.call('POST /api/check_ins/:id/restore', { params: { id: await nthId(caller, nth) } });
/** No operation changes a date yet. The counts must not rely on that. */
const move = async (caller: Caller, nth: number, at: string) =>
  queryAsOwner('update check_ins set created_at = $2 where id = $1', [await nthId(caller, nth), at]);

/** Deletes what is in the bin, as after 30 days. */
async function purge({ userId }: Caller): Promise<void> {
  await queryAsOwner(
    `update check_ins set deleted_at = '2020-01-01' where user_id = $1 and deleted_at is not null`,
    [userId],
  );
  await purgeCheckIns(app.database.jobs);
}

const keep = (caller: Caller) => keepDates(app.database.jobs, caller.userId);
const addUp = (caller: Caller) => queryAsOwner('select app.add_up_dates($1)', [caller.userId]);
const changes = (caller: Caller) =>
  queryAsOwner('select at from entry_date_changes where user_id = $1', [caller.userId]);
const kept = (caller: Caller) =>
  queryAsOwner('select month from entry_dates where user_id = $1', [caller.userId]);

// Around the edges of months, of years, of clock changes and of the day that Apia skipped.
const edges = [
  ...[
    '1910-01-01T00:00Z',
    '1972-01-07T00:44Z',
    '2011-12-30T10:00Z',
    '2011-12-31T00:00Z',
    '2015-04-26T00:00Z',
  ],
  ...[
    '2018-02-18T02:00Z',
    '2024-02-29T12:00Z',
    '2024-03-01T00:00Z',
    '2024-03-31T01:00Z',
    '2024-04-06T15:00Z',
  ],
  ...[
    '2024-10-05T15:30Z',
    '2024-10-27T01:00Z',
    '2025-01-01T00:00Z',
    '2026-09-01T00:00Z',
    '2026-09-30T11:15Z',
  ],
].map(Date.parse);
const dates = fc
  .tuple(
    fc.constantFrom(...edges),
    fc.oneof(
      fc.integer({ min: -60, max: 60 }),
      fc.integer({ min: -64, max: 64 }).map((quarters) => quarters * 15),
    ),
    fc.constantFrom(0, 1, 59_999),
  )
  .map(([edge, minutes, milliseconds]) => new Date(edge + minutes * 60_000 + milliseconds).toISOString());

describe('counts by month', () => {
  it('are exact before and after their dates are kept', async () => {
    const ada = await app.signUp();
    expect(await monthsOf(ada, 'UTC')).toEqual([]);
    for (const at of ['2024-03-01T00:10:00Z', '2024-02-29T23:50:00Z', '2024-02-29T23:50:00Z'])
      await write(ada, at);
    expect(await kept(ada)).toEqual([]);
    await expectExact(ada);
    await keep(ada);
    expect(await kept(ada)).toHaveLength(2);
    expect(await changes(ada)).toEqual([]);
    await expectExact(ada);
    await write(ada, '2024-02-29T23:50:00Z');
    expect(await changes(ada)).toHaveLength(1);
    await expectExact(ada);
    await addUp(ada);
    expect(await changes(ada)).toEqual([]);
    await expectExact(ada);
  });

  it('stay exact through random writes, imports, deletes, restores, purges and merges', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: dates.map((at) => (ada: Caller) => write(ada, at)) },
      {
        weight: 1,
        arbitrary: fc.array(dates, { maxLength: 30 }).map((all) => (ada: Caller) => importSome(ada, all)),
      },
      { weight: 3, arbitrary: fc.nat(20).map((nth) => (ada: Caller) => toBin(ada, nth)) },
      { weight: 2, arbitrary: fc.nat(20).map((nth) => (ada: Caller) => restore(ada, nth)) },
      { weight: 1, arbitrary: fc.tuple(fc.nat(20), dates).map((to) => (ada: Caller) => move(ada, ...to)) },
      { weight: 2, arbitrary: fc.constantFrom(addUp, keep, purge) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const ada = await app.signUp();
        for (const work of steps) await work(ada);
        await expectExact(ada);
        expect(await repairDates(app.database.jobs)).toEqual([]);
        await expectExact(ada);
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it('are exact after concurrent writes of a user, while the entries are counted', async () => {
    const ada = await app.signUp();
    await write(ada, '2024-03-01T00:00:00Z');
    await Promise.all([
      ...Array.from({ length: 150 }, (_, n) =>
        write(ada, new Date(edges[n % 9]! + n * 900_000).toISOString()),
      ),
      ...Array.from({ length: 10 }, () => keep(ada)),
      ...Array.from({ length: 10 }, () => addUp(ada)),
    ]);
    await expectExact(ada);
    expect(await repairDates(app.database.jobs)).toEqual([]);
  });

  it('do not make writers wait for each other, nor for a count of all entries', async () => {
    const ada = await app.signUp();
    await write(ada, '2024-03-01T00:00:00Z');
    await app.database.asOwner(async (db) => {
      await db.query('begin');
      await db.query('select app.keep_dates($1)', [ada.userId]);
      for (let n = 0; n < 5; n++) await write(ada, '2024-03-02T00:00:00Z');
      await db.query('commit');
    });
    expect(await changes(ada)).toHaveLength(5);
    await expectExact(ada);
  });

  it('are kept by a job soon after many entries were added', async () => {
    const ada = await app.signUp();
    // More than 64 changes in one statement, which are always added up.
    await queryAsOwner(
      `insert into check_ins (id, user_id, content, search_text, created_at)
       select gen_random_uuid(), $1, 'Shipped it', '', at from unnest($2::timestamptz[]) at`,
      [ada.userId, Array.from({ length: 90 }, (_, n) => new Date(edges[n % 15]! + n * 1000).toISOString())],
    );
    expect(await kept(ada)).toEqual([]);
    await work(app);
    expect(await kept(ada)).not.toEqual([]);
    expect(await changes(ada)).toEqual([]);
    await expectExact(ada);
  });

  it('wait with a long month until there are enough changes to justify writing it', async () => {
    const ada = await app.signUp();
    const insert = (entries: number) =>
      queryAsOwner(
        `insert into check_ins (id, user_id, content, search_text, created_at)
         select gen_random_uuid(), $1, 'Shipped it', '', '2024-03-01T00:00:00Z'::timestamptz + make_interval(mins => n)
         from generate_series(1, $2::int) n`,
        [ada.userId, entries],
      );
    await insert(8000);
    await keep(ada);
    // Always added up otherwise.
    await insert(70);
    expect(await changes(ada)).toHaveLength(70);
    await expectExact(ada);
    expect(await repairDates(app.database.jobs)).toEqual([]);
    await insert(70);
    expect(await changes(ada)).toHaveLength(70);
    await insert(1000);
    expect(await changes(ada)).toEqual([]);
    await expectExact(ada);
  });

  it('are exact in the hour that comes twice because clocks are turned back to midnight', async () => {
    const ada = await app.signUp();
    // In Havana, the first of a month and another first day of a part; in the Azores, too.
    for (const day of ['2020-11-01', '2026-11-01', '2022-11-06', '2018-10-28'])
      for (const time of ['00:30', '04:30', '05:30']) await write(ada, `${day}T${time}:00Z`);
    await keep(ada);
    expect(await changes(ada)).toEqual([]);
    await expectExact(ada);
  });

  it('are repaired where they do not match the entries', async () => {
    const [ada, bob, cyd] = [await app.signUp(), await app.signUp(), await app.signUp()];
    for (const person of [ada, bob]) await write(person, '2024-03-01T00:00:00Z');
    for (const person of [ada, bob, cyd]) await keep(person);
    await queryAsOwner(`update entry_dates set dates = dates || dates where user_id = $1`, [ada.userId]);
    await queryAsOwner(`insert into entry_dates values ($1, '2020-01-01', '{2020-01-02T00:00Z}')`, [
      cyd.userId,
    ]);
    const wrong = await repairDates(app.database.jobs);
    expect(wrong.toSorted()).toEqual([ada.userId, cyd.userId].toSorted());
    for (const person of [ada, bob, cyd]) await expectExact(person);
    expect(await repairDates(app.database.jobs)).toEqual([]);
  });

  it('are deleted with the account', async () => {
    const ada = await app.signUp();
    for (let n = 0; n < 3; n++) await write(ada, '2024-03-01T00:00:00Z');
    await keep(ada);
    await write(ada, '2024-03-01T00:00:00Z');
    const { status } = await ada.call('POST /api/functions/v1/delete-account', { body: {} });
    expect(status).toBe(200);
    await keep(ada);
    expect([await kept(ada), await changes(ada)]).toEqual([[], []]);
  });
});

it('PostgreSQL knows every time zone that a request may name, with the same clock', async () => {
  const at = Date.parse('2026-07-01T12:00:00Z');
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'IST', 'EST', 'CET', 'Etc/GMT-2'];
  const known = [...new Set(names.map((name) => parse(timeZone, name)))];
  const clocks = await queryAsOwner<{ zone: string; wall: number }>(
    `select zone, extract(epoch from (to_timestamp($2) at time zone zone))::float8 * 1000 as wall
     from unnest($1::text[]) zone`,
    [known, at / 1000],
  );
  expect(clocks).toEqual(known.map((zone) => ({ zone, wall: wallTime(at, zone) })));
});
