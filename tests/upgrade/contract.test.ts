// A migration must not break processes of the previous version, which keep running while the new version is rolled out
// ("Migrations and functions" in CONTRIBUTING.md).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { openTestDatabase, serverUrl, template } from '../support/open-test-database.ts';
import { breaches, readContract, refusedStatements, type Contract } from './contract.ts';

/**
 * Breaches that were reviewed, each with the reason why processes of the previous version keep working. Emptied when a
 * version is released.
 */
const linkColumns =
  'outcome text, id uuid, status text, full_name text, email text, email_verified boolean, ' +
  'project_name text, project_context text, individual_contribution text, reference_name text, ' +
  'reference_position text, reference_department text, statement text, ' +
  'verified_at timestamp with time zone, expires_at timestamp with time zone, content_hash text, files jsonb';
const reviewed: Record<string, string> = {
  "new constraint on vouches: CHECK (((NOT names_domain) OR (status = 'verified'::text)))":
    'the previous version does not write the new column, which is false by default',
  'app.answer_vouch: had (token_hash bytea, confirms boolean, shown text, confirmed_position text, statement text), has (token_hash bytea, confirms boolean, shown text, confirmed_position text, statement text, with_domain boolean DEFAULT false)':
    'the new parameter has a default',
  [`app.vouch_link: returned TABLE(${linkColumns}), returns TABLE(${linkColumns}, mailbox_domain text)`]:
    'the previous version selects the columns that it knows by name',
};

const file = readFileSync(join(import.meta.dirname, 'previous-contract.json.gz'));
const previous = JSON.parse(gunzipSync(file).toString()) as Contract;

const dataDir = mkdtempSync(join(tmpdir(), 'logbook-contract-'));
let database: Database;
beforeAll(async () => {
  const env = { DATABASE_URL: serverUrl(inject('postgres'), 'contract'), DATA_DIR: dataDir };
  ({ database } = await openTestDatabase(env, template));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** Runs work in a transaction that is rolled back. */
function changed<T>(sql: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return database.asOwner(async (owner) => {
    await owner.query('begin');
    try {
      await owner.query(sql);
      return await work(owner);
    } finally {
      await owner.query('rollback');
    }
  });
}

it('processes of the previous version can run on the migrated database', async () => {
  const found = await changed('', async (owner) => [
    ...breaches(previous, await readContract(owner, [])),
    ...(await refusedStatements(owner, previous.statements)),
  ]);
  expect(found.filter((breach) => !(breach in reviewed))).toEqual([]);
  expect(Object.keys(reviewed).filter((breach) => !found.includes(breach))).toEqual([]);
  expect(previous.statements.length).toBeGreaterThan(200);
  expect(previous.columns.length).toBeGreaterThan(200);
});

it.each([
  ['removes a column', 'alter table goals drop column cadence', 'goals.cadence: was removed or renamed'],
  ['renames a column', 'alter table goals rename cadence to rhythm', 'goals.cadence: was removed or renamed'],
  [
    'changes a type',
    'alter table goals alter position type bigint',
    'goals.position: was integer, is bigint',
  ],
  ['refuses null', 'alter table goals alter deleted_at set not null', 'goals.deleted_at: null is no longer'],
  ['allows null', 'alter table goals alter position drop not null', 'goals.position: may now be null'],
  [
    'drops a default',
    'alter table goals alter created_at drop default',
    'goals.created_at: lost its default',
  ],
  [
    'adds a column that every insert must name',
    'alter table goals add color text not null',
    'goals.color: needs a default',
  ],
  [
    'adds a check of an existing column',
    `alter table goals add check (cadence <> 'x')`,
    `new constraint on goals: CHECK ((cadence <> 'x'::text))`,
  ],
  [
    'adds a unique index on an existing column',
    'create unique index on goals (cadence)',
    'new constraint on goals: USING btree (cadence)',
  ],
  [
    'adds a parameter to a function',
    `drop function app.enter cascade;
     create function app.enter(hash bytea, device text) returns int language sql as 'select 1';
     grant execute on function app.enter to logbook_app`,
    'app.enter: had (',
  ],
  [
    'revokes a right',
    'revoke all on goals from logbook_app',
    'no longer: logbook_app may SELECT goals.cadence',
  ],
])('a migration that %s is a breach', async (_what, sql, breach) => {
  const before = await changed('', (owner) => readContract(owner, []));
  const after = await changed(sql, (owner) => readContract(owner, []));
  expect(breaches(before, after)).toContainEqual(expect.stringContaining(breach));
});

it('a migration that adds nullable or defaulted columns, tables, indexes and functions is not a breach', async () => {
  const sql = `alter table goals add column color text, add column rank int not null default 0 check (rank >= 0);
    create table later (id uuid primary key, note text not null check (note <> ''));
    create index on goals (color);
    create function app.later() returns int language sql as 'select 1'`;
  const before = await changed('', (owner) => readContract(owner, []));
  const after = await changed(sql, (owner) => readContract(owner, []));
  expect(breaches(before, after)).toEqual([]);
});

it('a statement that the migrated database does not accept is named with the reason', async () => {
  const statements = ['select id from goals', 'select cadence from goals', 'delete from goals where id = $1'];
  const refused = await changed('alter table goals drop column cadence', (owner) =>
    refusedStatements(owner, statements),
  );
  expect(refused).toEqual(['select cadence from goals: column "cadence" does not exist']);
});
