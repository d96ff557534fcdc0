// The cost of the hot statements, run as a request runs them: with the app's role, a viewer, row-level security, and
// many rows of the viewer and of other users.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newestReceived, shoutoutPage } from './store.ts';

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

/** Counts across transactions until the server publishes its statistics. */
async function readSoFar(tx: Tx): Promise<number> {
  const rows = await tx.query(
    statement({
      text: `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
        from pg_stat_xact_user_tables where relname = 'shoutouts'`,
      row: { count: t.int },
    }),
  );
  return rows[0]!.count;
}

/** The number of shoutouts that a store function reads, at most, in the custom and the generic plan of its statement. */
async function rowsRead(run: (tx: Tx) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await transact(app.database.app, hashToken(token), async (tx) => {
      await tx.query(statement({ text: `set local plan_cache_mode = ${mode}` }));
      const before = await readSoFar(tx);
      await run(tx);
      counts.push((await readSoFar(tx)) - before);
    });
  }
  return Math.max(...counts);
}

const page = { direction: null, before: null, from: null, to: null, limit: 31 };
const before = {
  at: new Date(Date.now() - 3600_000).toISOString(),
  id: '0190a3c0-0000-7000-8000-000000000000',
};

it('a page reads only its own rows, with 5,000 shoutouts in each direction, at the start and further down', async () => {
  // The columns of each shown row are looked up once more.
  const most = 3 * page.limit;
  expect(await rowsRead((tx) => shoutoutPage(tx, page))).toBeLessThanOrEqual(most);
  expect(await rowsRead((tx) => shoutoutPage(tx, { ...page, before }))).toBeLessThanOrEqual(most);
  expect(await rowsRead((tx) => shoutoutPage(tx, { ...page, direction: 'sent' }))).toBeLessThanOrEqual(most);
});

it('unread shoutouts are counted without reading those that the badge does not count', async () => {
  expect(await rowsRead((tx) => newestReceived(tx))).toBeLessThanOrEqual(10);
});
