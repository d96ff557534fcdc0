// Query plans of the hot statements, explained as a request runs them: with the app's role, a viewer, row-level
// security, and many rows of other users.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { shoutoutPage, unreadCount } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp();
  const ada = await app.signUp();
  token = Object.entries(ada.cookies).find(([name]) => name.endsWith('access'))![1];
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into users (id, email, email_verified_at)
       select gen_random_uuid(), 'colleague' || n || '@example.com', now() from generate_series(1, 100) n`,
    );
    await db.query(
      `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
       select gen_random_uuid(), u.id, case when n % 2 = 0 then $1 else 'someone' || n || '@example.com' end,
         'Thanks ' || n, now() - make_interval(mins => n)
       from users u, generate_series(1, 100) n where u.email like 'colleague%'`,
      [ada.email],
    );
    await db.query(
      `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
       select gen_random_uuid(), $1, 'colleague' || n % 100 + 1 || '@example.com', 'Thanks ' || n,
         now() - make_interval(mins => n)
       from generate_series(1, 5000) n`,
      [ada.userId],
    );
    await db.query('analyze shoutouts');
  });
});
afterAll(() => app.close());

/** The scans of shoutouts in the custom and the generic plan of a store function's statement. */
async function scansOf(run: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const scans: string[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await transact(app.database.app, hashToken(token), async (tx) => {
      await tx.query(`set local plan_cache_mode = ${mode}`);
      const explaining: Tx = {
        ...tx,
        async query<Row>(text: string, values: unknown[] = []) {
          const given = values.map((value) => `'${String(value)}'`);
          await tx.query(`prepare hot as ${text}`);
          const plan = await tx.query<{ 'QUERY PLAN': string }>(
            `explain (costs off) execute hot(${given.join()})`,
          );
          await tx.query('deallocate hot');
          scans.push(
            ...plan.flatMap((line) => /(\w+ )*Scan.* on shoutouts/.exec(line['QUERY PLAN'])?.[0] ?? []),
          );
          return [{ count: 0 }] as Row[];
        },
      };
      await run(explaining);
    });
  }
  return [...new Set(scans)].sort();
}

const page = { direction: null, before: null, from: null, to: null, limit: 31 };
const before = { at: new Date().toISOString(), id: '0190a3c0-0000-7000-8000-000000000000' };

it('a page of shoutouts is read from the sorted index of each direction, at the start and further down', async () => {
  const scans = [
    'Index Scan using shoutouts_received on shoutouts',
    'Index Scan using shoutouts_sent on shoutouts',
  ];
  expect(await scansOf((tx) => shoutoutPage(tx, page))).toEqual(scans);
  expect(await scansOf((tx) => shoutoutPage(tx, { ...page, before }))).toEqual(scans);
});

it('a page of 5,000 shoutouts of each direction reads as few rows as one of 100', async () => {
  const { rows } = await transact(app.database.app, hashToken(token), async (tx) => {
    let found: { 'QUERY PLAN': string }[] = [];
    const analyzing: Tx = {
      ...tx,
      async query<Row>(text: string, values: unknown[] = []) {
        const given = values.map((value) => `'${String(value)}'`);
        await tx.query(`prepare hot as ${text}`);
        found = await tx.query(`explain (analyze, costs off, timing off) execute hot(${given.join()})`);
        await tx.query('deallocate hot');
        return [] as Row[];
      },
    };
    await shoutoutPage(analyzing, { ...page, before });
    return { rows: found.map((line) => line['QUERY PLAN']) };
  });
  const read = rows.flatMap((line) => / on shoutouts.* rows=(\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(Math.max(...read)).toBeLessThanOrEqual(page.limit);
});

it('unread shoutouts are counted with an index', async () => {
  const scans = await scansOf((tx) => unreadCount(tx, before.at));
  expect(scans).toEqual([
    expect.stringMatching(/^Index (Only )?Scan using shoutouts_received on shoutouts$/),
  ]);
});
