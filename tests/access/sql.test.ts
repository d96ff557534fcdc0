// The access matrix by SQL, as the roles that the program logs in with: what the policies and grants allow when every
// WHERE is forgotten. Tables, columns and functions are asked of the database, so that none stays out.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { functions, refused, tables, type Rights, type Table } from './sql-expected.ts';
import { makeWorld, startSession, type Person, type World } from './world.ts';

let app: TestApp;
let world: World;
let viewers: Viewer[];
let cells = 0;

type Role = 'app' | 'jobs';
/** How a transaction says who looks, and whom the database should believe. */
type Viewer = {
  name: string;
  role: Role;
  person: Person | null;
  begin: (client: pg.PoolClient) => Promise<unknown>;
};

beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app);
  const { owner, stranger } = world;
  viewers = await viewersOf(owner, stranger);
  await app.database.asOwner(async (db) => {
    await db.query(
      `insert into limit_hits (kind, key, at) values ('a', 'b', now()), ('a', 'b', now() - interval '2 days')`,
    );
    await db.query(`insert into spent_refresh_tokens select '\\x01', id from sessions limit 1`);
    await db.query(`update sessions set refresh_expires_at = now() - interval '1 s' where id = $1`, [
      (await startSession(app, stranger)).session,
    ]);
    const add = `insert into check_ins (id, user_id, content, deleted_at) values (gen_random_uuid(), $1, 'One more', $2)`;
    await db.query(add, [stranger.userId, null]);
    await db.query(add, [stranger.userId, '2020-01-01']);
    const addGoal = `insert into goals (id, user_id, text, position, deleted_at) values (gen_random_uuid(), $1, 'One', 9, $2)`;
    await db.query(addGoal, [stranger.userId, null]);
    await db.query(addGoal, [stranger.userId, '2020-01-01']);
    await db.query(`insert into mail_suppressions (address) values ('a@example.com')`);
    await db.query(
      `insert into earlier_slugs (slug, user_id, ends_at)
       values ('was-mine', $1, now() + interval '1 day'), ('was-mine-once', $1, now() - interval '1 day')`,
      [owner.userId],
    );
    await db.query(
      `insert into verification_tokens (hash, user_id, address, expires_at)
       values ('\\x01', $1, 'a', now()), ('\\x02', $1, 'a', now() - interval '2 days')`,
      [owner.userId],
    );
    for (const [table, column] of [
      ['recovery_tokens', 'address'],
      ['address_changes', 'old_address'],
    ] as const)
      await db.query(
        `insert into ${table} (hash, user_id, ${column}, expires_at)
         values ('\\x01', $1, 'a', now()), ('\\x02', $1, 'a', now() - interval '2 days')`,
        [owner.userId],
      );
    await db.query(
      `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state)
       select gen_random_uuid(), u, 'a@example.com', 'test', true, 'A', 'A', u, 'sent' from unnest($1::uuid[]) u`,
      [[owner.userId, stranger.userId]],
    );
  });
});
afterAll(async () => {
  console.log(
    `access matrix by SQL: ${Object.keys(tables).length} tables, ${viewers.length} viewers, ${cells} cells`,
  );
  await app.close();
});

async function viewersOf(owner: Person, stranger: Person): Promise<Viewer[]> {
  const enter = async (client: pg.PoolClient, person: Person) =>
    client.query('select app.enter($1)', [hashToken((await startSession(app, person)).access)]);
  const claim = (client: pg.PoolClient, value: string, local = true) =>
    client.query(`select set_config('app.viewer', $1, $2)`, [value, local]);
  const proof = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ claim: string }>(`select current_setting('app.viewer') as claim`);
    return rows[0]!.claim;
  };
  const forged = (name: string, begin: Viewer['begin']): Viewer => ({
    name,
    role: 'app',
    person: null,
    begin,
  });
  return [
    forged('nobody', () => Promise.resolve()),
    forged('no live session', (client) =>
      client.query('select app.enter($1)', [hashToken(world.ended.expired.access)]),
    ),
    forged('the bare id', (client) => claim(client, owner.userId)),
    forged('the bare id, for the whole connection', (client) => claim(client, owner.userId, false)),
    forged('a made-up proof', (client) => claim(client, owner.userId + '0'.repeat(64))),
    forged("a stranger's proof", async (client) => {
      await enter(client, stranger);
      await claim(client, owner.userId + (await proof(client)).slice(36));
    }),
    forged('the proof of an earlier transaction', async (client) => {
      await enter(client, owner);
      const earlier = await proof(client);
      await client.query('rollback');
      await client.query('begin');
      await claim(client, earlier);
    }),
    { name: 'the owner', role: 'app', person: owner, begin: (client) => enter(client, owner) },
    { name: 'a stranger', role: 'app', person: stranger, begin: (client) => enter(client, stranger) },
    { name: 'a job', role: 'jobs', person: null, begin: () => Promise.resolve() },
  ];
}

/** Runs work as a viewer in a transaction that is rolled back; gives the answer, or the code of the refusal. */
async function as<T>(viewer: Viewer, work: (client: pg.PoolClient) => Promise<T>): Promise<T | string> {
  const client = await app.database[viewer.role].connect();
  try {
    await client.query('begin');
    await viewer.begin(client);
    return await work(client);
  } catch (error) {
    return (error as pg.DatabaseError).code ?? String(error);
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

const permissionDenied = '42501';

async function owned<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return app.database.asOwner(async (db) => (await db.query<Row>(text, values)).rows);
}

const roleNames = () => ({ app: `${app.config.rolePrefix}_app`, jobs: `${app.config.rolePrefix}_jobs` });

describe('tables', () => {
  it('all have a row here, row-level security, and an owner that nobody logs in as', async () => {
    const found = await owned<{ name: string; kind: string; secured: boolean; owner: string }>(
      `select n.nspname || '.' || c.relname as name, c.relkind as kind, c.relrowsecurity as secured,
              pg_get_userbyid(c.relowner) as owner
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'app') and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(found.map((table) => table.name).sort()).toEqual(Object.keys(tables).sort());
    const { app: appRole, jobs } = roleNames();
    const faulty = found.filter((one) => !one.secured || one.owner === appRole || one.owner === jobs);
    expect(faulty).toEqual([]);
  });

  it.each(Object.entries(tables))('%s lends each role exactly the named columns', async (name, table) => {
    const columns = await owned<{
      column: string;
      privilege: 'select' | 'insert' | 'update';
      app: boolean;
      jobs: boolean;
    }>(
      `select a.attname as column, p as privilege, has_column_privilege($2, a.attrelid, a.attnum, p) as app,
              has_column_privilege($3, a.attrelid, a.attnum, p) as jobs
       from pg_attribute a, unnest(array['select', 'insert', 'update']) p
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
      [name, roleNames().app, roleNames().jobs],
    );
    const lends = (rights: Rights | undefined, column: string) =>
      rights !== undefined && (rights.columns === 'all' || rights.columns.includes(column));
    const faults = columns.filter(({ column, privilege, app, jobs }) => {
      cells += 2;
      const toJobs: Table['app'] = table.jobs;
      return app !== lends(table.app?.[privilege], column) || jobs !== lends(toJobs?.[privilege], column);
    });
    expect(faults).toEqual([]);
    const [whole] = await owned(
      `select has_table_privilege(r.app, $1, 'truncate, references, trigger') as app,
              has_table_privilege(r.jobs, $1, 'truncate, references, trigger') as jobs
       from (select $2::text as app, $3::text as jobs) r`,
      [name, roleNames().app, roleNames().jobs],
    );
    expect(whole).toEqual({ app: false, jobs: false });
  });

  it.each(Object.entries(tables))(
    '%s shows, changes and loses only rows within reach',
    async (name, table) => {
      const faults: unknown[] = [];
      for (const viewer of viewers) {
        for (const act of ['select', 'update', 'delete'] as const) {
          cells += 1;
          const reached = await as(viewer, (client) => reach(client, name, table, viewer.role, act));
          const wanted = await withinReach(name, table, viewer, act);
          if (JSON.stringify(reached) !== JSON.stringify(wanted))
            faults.push({ viewer: viewer.name, act, reached, wanted });
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

function rightsOf(
  table: Table,
  role: Role,
  act: 'select' | 'update' | 'delete',
): { rows: string } | undefined {
  const rights: Table['app'] = table[role];
  return rights?.[act];
}

/**
 * What one statement without any condition reaches: the keys that it reads, or how many rows it changes. A change reads
 * no column and returns none, so that its own policy stands alone and not together with that of reading.
 */
async function reach(
  client: pg.PoolClient,
  name: string,
  table: Table,
  role: Role,
  act: 'select' | 'update' | 'delete',
) {
  const rights: Table['app'] = table[role];
  const text = {
    select: `select ${table.key}::text as key from ${name}`,
    update: `update ${name} set ${rights?.update?.columns[0] ?? table.key} = default`,
    delete: `delete from ${name}`,
  };
  const { rows, rowCount } = await client.query<{ key: string }>(text[act]);
  return act === 'select' ? rows.map((row) => row.key).sort() : rowCount;
}

async function withinReach(name: string, table: Table, viewer: Viewer, act: 'select' | 'update' | 'delete') {
  const rights = rightsOf(table, viewer.role, act);
  if (!rights) return permissionDenied;
  const rows = await owned<{ key: string }>(
    `select ${table.key}::text as key from ${name}, (select $1::uuid) as viewer where ${rights.rows}`,
    [viewer.person?.userId ?? null],
  );
  return act === 'select' ? rows.map((row) => row.key).sort() : rows.length;
}

describe('new rows', () => {
  const checkInFor = (person: Person) => ({
    text: `insert into check_ins (id, user_id, content) values ($1, $2, 'New')`,
    values: [randomUUID(), person.userId],
  });
  const fileFor = (person: Person, of: Person) => ({
    text: `insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
           values ($1, $2, $3, 'a', $4, 'text', 1, 'text/plain', 'none', '\\x00')`,
    values: [randomUUID(), person.userId, of.checkInId, randomUUID()],
  });

  const feedbackFor = (person: Person) => ({
    text: `insert into feedback (id, user_id, message, user_email, user_name) values ($1, $2, 'New', 'a', 'A')`,
    values: [randomUUID(), person.userId],
  });

  const goalFor = (person: Person) => ({
    text: `insert into goals (id, user_id, text, position) values ($1, $2, 'New', 1)`,
    values: [randomUUID(), person.userId],
  });

  it("of goals are done in nobody else's entry", async () => {
    const viewer = viewers.find((one) => one.person === world.owner)!;
    const done = (of: Person) => ({
      text: 'update goals set completed_at = now(), check_in_id = $2 where id = $1',
      values: [world.owner.goalId, of.checkInId],
    });
    const by = (of: Person) => as(viewer, async (client) => (await client.query(done(of))).rowCount);
    expect(await by(world.owner)).toBe(1);
    expect(await by(world.stranger)).toBe(permissionDenied);
    const added = (of: Person) => ({
      text: `insert into goals (id, user_id, text, position, completed_at, check_in_id)
             values ($1, $2, 'New', 1, now(), $3)`,
      values: [randomUUID(), world.owner.userId, of.checkInId],
    });
    const add = (of: Person) => as(viewer, async (client) => (await client.query(added(of))).rowCount);
    expect(await add(world.owner)).toBe(1);
    expect(await add(world.stranger)).toBe(permissionDenied);
  });

  it('are not added to an entry in the bin', async () => {
    const viewer = viewers.find((one) => one.person === world.owner)!;
    const file = fileFor(world.owner, world.owner);
    const binned = { ...file, values: file.values.with(2, world.owner.binned.checkInId) };
    expect(await as(viewer, async (client) => (await client.query(file)).rowCount)).toBe(1);
    expect(await as(viewer, async (client) => (await client.query(binned)).rowCount)).toBe(permissionDenied);
  });

  it("are written in nobody else's name and under nobody else's entry", async () => {
    const faults: unknown[] = [];
    for (const viewer of viewers) {
      for (const named of [world.owner, world.stranger]) {
        for (const under of [world.owner, world.stranger]) {
          const mine = viewer.person === named;
          const rows = [
            { what: 'check_ins', ...checkInFor(named), allowed: mine },
            { what: 'feedback', ...feedbackFor(named), allowed: mine },
            { what: 'goals', ...goalFor(named), allowed: mine },
            { what: 'log_files', ...fileFor(named, under), allowed: mine && under === named },
          ];
          for (const { what, text, values, allowed } of rows) {
            cells += 1;
            const answer = await as(viewer, async (client) => (await client.query(text, values)).rowCount);
            if (answer !== (allowed ? 1 : permissionDenied))
              faults.push({ what, viewer: viewer.name, named: named.name, under: under.name, answer });
          }
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it.each(Object.entries(tables).filter(([, table]) => !table.app?.insert))(
    'are refused by %s',
    async (name) => {
      for (const viewer of viewers) {
        cells += 1;
        const answer = await as(viewer, (client) => client.query(`insert into ${name} default values`));
        expect([viewer.name, answer]).toEqual([viewer.name, permissionDenied]);
      }
    },
  );
});

describe('the roles', () => {
  it('own nothing, belong to nobody, and have no right beyond logging in', async () => {
    const roles = Object.values(roleNames());
    const found = await owned<Record<string, unknown>>(
      `select rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as raised,
              (select count(*) from pg_auth_members m where m.member = r.oid) as memberships,
              (select count(*) from pg_class c where c.relowner = r.oid and c.relnamespace <> 'pg_toast'::regnamespace
                 and c.relnamespace <> 'graphile_worker'::regnamespace) as owns
       from pg_roles r where rolname = any ($1)`,
      [roles],
    );
    expect(found).toEqual(roles.map(() => ({ raised: false, memberships: 0, owns: 0 })));
  });

  it.each(Object.entries(refused))('refuse: the application %s', async (_what, text) => {
    const [{ me } = { me: '' }] = await owned<{ me: string }>('select current_user as me');
    const { app: appRole, jobs } = roleNames();
    const statement = text.replace('{owner}', me).replace('{app}', appRole).replace('{jobs}', jobs);
    for (const viewer of viewers.filter((one) => ['nobody', 'the owner'].includes(one.name))) {
      cells += 1;
      const answer = await as(viewer, (client) => client.query(statement));
      expect([viewer.name, answer]).toEqual([viewer.name, permissionDenied]);
    }
  });

  it("keep the application away from sequences and from the jobs' schema", async () => {
    const found = await owned(
      `select c.relname from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
         and case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update') end`,
      [roleNames().app],
    );
    expect(found).toEqual([]);
    const [schema] = await owned(
      `select has_schema_privilege($1, 'graphile_worker', 'usage, create') as any`,
      [roleNames().app],
    );
    expect(schema).toEqual({ any: false });
  });
});

describe('functions of schema app', () => {
  type Found = {
    name: string;
    app: boolean;
    jobs: boolean;
    public: boolean;
    settings: string[] | null;
    elevated: boolean;
  };

  it("run for the named roles and for nobody else, on a fixed search path where they act with their owner's rights", async () => {
    const found = await owned<Found>(
      `select p.proname as name, p.proconfig as settings, p.prosecdef as elevated,
              has_function_privilege($1, p.oid, 'execute') as app, has_function_privilege($2, p.oid, 'execute') as jobs,
              has_function_privilege('public', p.oid, 'execute') as public
       from pg_proc p where p.pronamespace = 'app'::regnamespace`,
      [roleNames().app, roleNames().jobs],
    );
    cells += found.length * 3;
    const wanted = Object.entries(functions).map(([name, roles]) => ({
      name,
      app: roles.includes('app'),
      jobs: roles.includes('jobs'),
      public: false,
      fixed: true,
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const actual = found.map(({ settings, elevated, ...rest }) => ({
      ...rest,
      fixed: !elevated || (settings ?? []).includes('search_path=""'),
    }));
    expect(actual.sort(byName)).toEqual(wanted.sort(byName));
  });

  it("are the only ones beside the system's that the application may call", async () => {
    const found = await owned(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'app')
         and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')`,
      [roleNames().app],
    );
    expect(found).toEqual([]);
  });
});
