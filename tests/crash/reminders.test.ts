// Power cuts while reminders are sent: afterwards each that was due has exactly one email, and is due again (R-N5).
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProgram, type Program } from '../support/program.ts';
import { until } from '../support/until.ts';

const cycles = 3;
const people = 400;
/** The weekly email and a reminder for each. */
const reminders = 2 * people;
const sentBeforeKill = 100;

let program: Program;
beforeAll(async () => {
  program = await makeProgram();
  program.start();
  await program.untilReady();
  await asOwner((owner) =>
    owner.query(
      `with people as (
         insert into users (id, email, email_verified_at)
         select gen_random_uuid(), 'user' || n || '@example.com', now() from generate_series(1, $1) n
         returning id, email),
       profiles as (
         insert into profiles (user_id, full_name, email) select id, 'Ada Example', email from people)
       insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email, next_at)
       select id, kind, 'on', '{5}', 16, 'Europe/Berlin', 'en-US', true, now()
       from people, unnest(array['question', 'nudge']) kind`,
      [people],
    ),
  );
});
afterAll(() => program?.remove());

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** As each minute does. */
const send = () => asOwner((owner) => owner.query(`select graphile_worker.add_job('remind')`));

const countDue = () =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ due: number }>(
      'select count(*)::int as due from reminders where next_at <= now()',
    );
    return rows[0]!.due;
  });

it(`${reminders} reminders are sent once each despite ${cycles} power cuts`, async () => {
  for (let cycle = 1; cycle <= cycles; cycle++) {
    await send();
    await until(
      'some are sent',
      30_000,
      async () => (await countDue()) <= reminders - cycle * sentBeforeKill,
    );
    await program.killProcess();
    // It was killed while it was sending.
    expect(await countDue()).toBeGreaterThan(0);
    program.start();
    await program.untilReady();
  }
  await send();
  await until('all are sent', 60_000, async () => (await countDue()) === 0);
  const { rows } = await asOwner((owner) =>
    owner.query(
      `select count(*)::int as mails, count(distinct (recipient, kind))::int as different,
         (select count(*)::int from reminders where next_at > now() and last_at <= now()) as due_again
       from mails where kind in ('weekly-email', 'reminder')`,
    ),
  );
  expect(rows).toEqual([{ mails: reminders, different: reminders, due_again: reminders }]);
});
