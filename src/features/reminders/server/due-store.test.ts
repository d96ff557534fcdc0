import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#platform/database/transaction.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { dueReminder, schedule } from './due-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.database.asOwner(async (db) => {
    await db.query(`set session_replication_role = replica`);
    await db.query(
      `insert into reminders (user_id, kind, state, days, hour, time_zone, locale, by_email, next_at)
       select gen_random_uuid(), k, 'on', '{5}', 16, 'UTC', 'en', true,
         now() + make_interval(secs => 60 + 6 * n)
       from generate_series(1, 100000) n, unnest(array['question', 'nudge']) k`,
    );
    await db.query(`set session_replication_role = default`);
    await db.query('analyze reminders');
  });
});
afterAll(() => app.close());

const plan = (text: string) =>
  app.database.asOwner(async (db) => {
    const { rows } = await db.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off) ${text}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });

it('a minute in which none of 200,000 reminders is due reads a few pages', async () => {
  const text = await plan(
    `select user_id from reminders where next_at <= now() order by next_at limit 1 for update skip locked`,
  );
  expect(text).toContain('Index Scan using reminders_due');
  const [execution] = text.split('Planning:');
  const [, pages] = /Buffers: shared hit=(\d+)/.exec(execution!)!;
  expect(Number(pages)).toBeLessThan(12);
  expect(await transact(app.database.jobs, null, (tx) => dueReminder(tx, Date.now()))).toBeUndefined();
});

it('of many that are due, each is taken once, oldest first, while others hold theirs', async () => {
  const later = Date.now() + 24 * 3600_000;
  await transact(app.database.jobs, null, async (tx) => {
    const first = await dueReminder(tx, later);
    await transact(app.database.jobs, null, async (other) => {
      const second = await dueReminder(other, later);
      expect([second!.user_id, second!.kind]).not.toEqual([first!.user_id, first!.kind]);
      expect(Date.parse(second!.next_at!)).toBeGreaterThanOrEqual(Date.parse(first!.next_at!));
      await schedule(other, second!, later + 1);
    });
    await schedule(tx, first!, later + 1);
  });
});
