// What the views of a manager read: only entries that are shared with the manager, however many private ones there are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { connect, subscribe } from '#tests/support/members.ts';
import {
  memberCounts,
  memberEntries,
  memberGoals,
  memberShoutouts,
  teamCards,
  visitMember,
} from './member-store.ts';

let app: TestApp;
let token: string;
let member: Caller;

/** The member has 3 visible entries, and 300 that were shared before the access start. */
const [visible, earlier, privateOnes] = [3, 300, 20_000];

beforeAll(async () => {
  app = await startApp();
  const manager = await app.signUp('Dana Manager');
  member = await app.signUp('Ada Member');
  token = Object.entries(manager.cookies).find(([name]) => name.endsWith('access'))![1];
  await subscribe(app, manager);
  await connect(app, { manager, member, acceptedAt: '2026-01-01T00:00:00.000Z' });
  await app.database.asOwner(async (db) => {
    await db.query('set session_replication_role = replica');
    await db.query(
      `insert into check_ins (id, user_id, content, search_text, created_at, recorded_at, shared_with_manager, manager_email)
       select gen_random_uuid(), $1, 'Entry', '', at, at, $3, case when $3 then $4 end
       from generate_series(1, $2::int) n, lateral (select $5::timestamptz + make_interval(mins => n) as at) d`,
      [member.userId, privateOnes, false, null, '2026-02-01'],
    );
    for (const [count, since] of [
      [visible, '2026-02-01'],
      [earlier, '2025-02-01'],
    ])
      await db.query(
        `insert into check_ins (id, user_id, content, search_text, created_at, recorded_at, shared_with_manager, manager_email)
         select gen_random_uuid(), $1, 'Entry', '', at, at, true, $3
         from generate_series(1, $2::int) n, lateral (select $4::timestamptz + make_interval(mins => n) as at) d`,
        [member.userId, count, manager.email, since],
      );
    // Rows of other users, as in a table in use.
    await db.query(
      `insert into goals (id, user_id, text, position)
       select gen_random_uuid(), gen_random_uuid(), 'Goal', n from generate_series(1, 5000) n`,
    );
    await db.query(
      `insert into shoutouts (id, sender_id, recipient_email, message, held)
       select gen_random_uuid(), gen_random_uuid(), n || '@example.com', 'Thanks', false from generate_series(1, 5000) n`,
    );
    await db.query('set session_replication_role = default');
    await db.query('analyze check_ins, goals, shoutouts');
  });
});
afterAll(() => app.close());

const readSql = statement({
  text: `select coalesce(sum(seq_scan), 0)::int as scans, coalesce(sum(idx_tup_fetch), 0)::int as rows
    from pg_stat_xact_user_tables where relname in ('check_ins', 'log_files', 'goals', 'shoutouts')`,
  row: { scans: t.int, rows: t.int },
});

/** How many rows of the members' tables a function of the store reads, and how often it reads a whole table. */
function readBy(run: (tx: Tx) => Promise<unknown>) {
  return transact(app.database.app, hashToken(token), async (tx) => {
    // The figures of earlier transactions may be included.
    const [before] = await tx.query(readSql);
    await run(tx);
    const [after] = await tx.query(readSql);
    return { scans: after!.scans - before!.scans, rows: after!.rows - before!.rows };
  });
}

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['the cards', (tx) => teamCards(tx, null, 201)],
  ['the head of a logbook', (tx) => visitMember(tx, member.userId)],
  ['the counts', (tx) => memberCounts(tx, member.userId)],
  ['the entries', (tx) => memberEntries(tx, member.userId, null, 51)],
  ['the goals', (tx) => memberGoals(tx, member.userId, null, 51)],
  ['the shoutouts', (tx) => memberShoutouts(tx, member.userId, null, 51)],
])('%s: read from indexes, without a private entry or one from before the access start', async (_, run) => {
  const read = await readBy(run);
  expect(read.scans).toBe(0);
  expect(read.rows).toBeLessThanOrEqual(4 * visible);
});

it('the entries are the visible ones', async () => {
  const rows = await transact(app.database.app, hashToken(token), (tx) =>
    memberEntries(tx, member.userId, null, 51),
  );
  expect(rows).toHaveLength(visible);
});
