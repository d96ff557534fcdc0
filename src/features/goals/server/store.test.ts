// Query plans of the hot statements, explained as a request runs them: with the app's role, a viewer, row-level
// security, and many rows of other users.
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { allGoals, goalById, openGoals } from './store.ts';

let app: TestApp;
let token: string;
let userId: string;
let goalId: string;

beforeAll(async () => {
  app = await startApp();
  const ada = await app.signUp();
  userId = ada.userId;
  token = Object.entries(ada.cookies).find(([name]) => name.endsWith('access'))![1];
  goalId = await app.database.asOwner(async (db) => {
    await db.query(
      `insert into users (id, email)
       select gen_random_uuid(), n || '@example.com' from generate_series(1, 500) n`,
    );
    await db.query(
      `insert into goals (id, user_id, text, position, completed_at, deleted_at)
       select gen_random_uuid(), u.id, 'Goal ' || n, n,
         case when n % 4 = 0 then now() end, case when n % 7 = 0 then now() - make_interval(days => n) end
       from users u, generate_series(1, 60) n`,
    );
    await db.query('analyze goals');
    const { rows } = await db.query<{ id: string }>('select id from goals where user_id = $1 limit 1', [
      userId,
    ]);
    return rows[0]!.id;
  });
});
afterAll(() => app.close());

/** The scans in the custom and the generic plan of a store function's statements. */
async function scansOf(run: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const scans: string[] = [];
  for (const mode of ['force_custom_plan', 'force_generic_plan']) {
    await transact(app.database.app, hashToken(token), async (tx) => {
      const perform = (text: string) => tx.query(statement({ text, row: { 'QUERY PLAN': t.text } }));
      await perform(`set local plan_cache_mode = ${mode}`);
      const explaining: Tx = {
        ...tx,
        async query({ text }, values = []) {
          const given = values.map((value) => (value === null ? 'null' : `'${String(value)}'`));
          await perform(`prepare hot as ${text}`);
          const plan = await perform(`explain (costs off) execute hot(${given.join()})`);
          await perform('deallocate hot');
          scans.push(...plan.flatMap((line) => /(\w+ )*Scan.*/.exec(line['QUERY PLAN'])?.[0] ?? []));
          return [];
        },
      };
      await run(explaining);
    });
  }
  return [...new Set(scans)];
}

it('the list, a single goal and the export are read with an index', async () => {
  expect(await scansOf((tx) => openGoals(tx, 200))).toEqual(['Index Scan using goals_open on goals']);
  // The primary key or the (owner, id) index, depending on statistics: both find the single row.
  for (const scan of await scansOf((tx) => goalById(tx, goalId))) {
    expect(scan).toMatch(/^Index Scan using goals_(pkey|of_user) on goals$/);
  }
  expect(await scansOf((tx) => allGoals(tx, userId, goalId, 500))).toEqual([
    'Index Scan using goals_of_user on goals',
  ]);
});

it('goals to purge, and the goal of an entry, are found with an index', async () => {
  const planOf = async (client: pg.ClientBase, text: string) =>
    (await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  const jobs = await app.database.jobs.connect();
  try {
    const purge = `select id from goals where deleted_at < app.goals_kept_since() limit 500`;
    expect(await planOf(jobs, purge)).toContain('goals_to_purge');
  } finally {
    jobs.release();
  }
  const unlink = `update goals set check_in_id = null where check_in_id = '${goalId}'`;
  expect(await app.database.asOwner((db) => planOf(db, unlink))).toContain('goals_of_check_in');
});
