// The cost of suggestions, run as a request runs them: with the app's role, a viewer and row-level security.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { asPerson } from '#tests/support/mail.ts';
import { recentManagers, recentTeammates } from './store.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await startApp();
  ada = await app.signUp();
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into check_ins (id, user_id, content, search_text, shared_with_manager, manager_email, manager_mail_id)
       select gen_random_uuid(), $1, 'x', '', true, 'boss' || n % 7 || '@example.com', uuidv7()
       from generate_series(1, 3000) n`,
      [ada.userId],
    );
    await db.query(
      `insert into shoutouts (id, sender_id, recipient_email, message, created_at)
       select gen_random_uuid(), $1, 'bo' || n % 7 || '@example.com', 'x', now() - n * interval '1 minute'
       from generate_series(1, 3000) n`,
      [ada.userId],
    );
    await db.query('analyze check_ins, shoutouts');
  });
});
afterAll(() => app.close());

const readSoFar = statement({
  text: `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
    from pg_stat_xact_user_tables where relname in ('check_ins', 'shoutouts')`,
  row: { count: t.int },
});

it.each([
  ['managers', recentManagers],
  ['teammates', recentTeammates],
] as const)('suggested %s are found in the 200 newest rows of thousands', async (_, recent) => {
  const read = await asPerson(app, ada, async (tx) => {
    const before = (await tx.query(readSoFar))[0]!.count;
    expect(await recent(tx, 20)).toHaveLength(7);
    return (await tx.query(readSoFar))[0]!.count - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(200);
});
