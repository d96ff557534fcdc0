// Starts the current program on the data of the previous version, restored from a dump (take-dump.ts).
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { searchedPage, tagCounts } from '#features/check-ins/server/search-store.ts';
import { checkInPage } from '#features/check-ins/server/page-store.ts';
import { clientConfig } from '#platform/database/pools.ts';
import type { Database } from '#platform/database/open.ts';
import { transact, type Tx } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { openTestDatabase, serverUrl } from '../support/open-test-database.ts';
import { describeSchema } from './catalog.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'logbook-upgrade-'));
const opened: Database[] = [];
let upgraded: Database;
let fresh: Database;
/** The rows of each table before the upgrade, as JSON. */
let before: Tables;

beforeAll(async () => {
  await asSuperuser('postgres', (client) => client.query('create database upgrade_previous'));
  before = await asSuperuser('upgrade_previous', async (client) => {
    await client.query(gunzipSync(readFileSync(join(import.meta.dirname, 'previous.sql.gz'))).toString());
    return tablesOf(client);
  });
  upgraded = await open('upgrade_current', 'upgrade_previous');
  fresh = await open('upgrade_fresh', 'postgres');
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  rmSync(dataDir, { recursive: true });
});

async function asSuperuser<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig({ ...inject('postgres'), database }, { user: 'postgres' }));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function open(name: string, copyOf: string): Promise<Database> {
  const env = { DATABASE_URL: serverUrl(inject('postgres'), name), DATA_DIR: dataDir };
  const { database } = await openTestDatabase(env, copyOf);
  opened.push(database);
  return database;
}

type Tables = Map<string, Record<string, unknown>[]>;

/** All rows of the product's tables. */
async function tablesOf(client: pg.ClientBase): Promise<Tables> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'app') and tablename <> 'logbook_migrations'`,
  );
  const tables: Tables = new Map();
  for (const { name } of rows) {
    const found = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t order by t::text`,
    );
    tables.set(
      name,
      found.rows.map(({ row }) => row),
    );
  }
  return tables;
}

it('the rows that the next version starts from fill each table of this one', async () => {
  const filled = await fresh.asOwner(async (client) => {
    await client.query('begin');
    await client.query(readFileSync(join(import.meta.dirname, 'rows.sql'), 'utf8'));
    const tables = await tablesOf(client);
    await client.query('rollback');
    return tables;
  });
  expect([...filled].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
});

describe('a database of the previous version', () => {
  it('has rows in each table, so that the upgrade changes existing data', () => {
    expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
    expect(before.size).toBeGreaterThan(20);
  });

  // A migration that changes rows on purpose lists their tables here, with how many it adds.
  const added: Record<string, number> = {
    // The jobs that send the link for the tips, the reason of a refused message, and a reminder that its user wants to see.
    'app.request_jobs': 3,
  };

  it('keeps all its rows', async () => {
    const after = await upgraded.asOwner(tablesOf);
    for (const [table, rows] of before) {
      const found = after.get(table) ?? [];
      expect([table, found.length]).toEqual([table, rows.length + (added[table] ?? 0)]);
      const columns = Object.keys(found[0]!);
      const kept = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column))),
      );
      expect(found).toEqual(expect.arrayContaining(kept.map((row) => expect.objectContaining(row))));
    }
  });

  it('has exactly the schema, functions and rights of a new database', async () => {
    const [current, expected] = await Promise.all(
      [upgraded, fresh].map((one) => one.asOwner(describeSchema)),
    );
    expect(expected!.length).toBeGreaterThan(300);
    expect(current).toEqual(expected);
  });

  it('lets its users read their entries and tags with the tokens that they have', async () => {
    const asAda = <T>(work: (tx: Tx) => Promise<T>) => transact(upgraded.app, hashToken('token'), work);
    const page = { before: null, from: null, to: null, limit: 10 };
    const contents = (rows: { content: string }[]) => rows.map(({ content }) => content);
    const newest = 'Shipped the upgrade #work';
    expect(contents(await asAda((tx) => checkInPage(tx, page)))).toEqual([
      newest,
      'Größe geprüft #work #Über',
    ]);
    const filter = { ...page, terms: [' shipp'], emoji: null, kind: null, withFiles: false, shared: false };
    expect(contents(await asAda((tx) => searchedPage(tx, filter, 10)))).toEqual([newest]);
    expect(await asAda((tx) => tagCounts(tx, 10))).toEqual([
      { tag: 'work', count: 2 },
      { tag: 'über', count: 1 },
    ]);
  });
});
