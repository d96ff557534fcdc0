// The access matrix by SQL, as the roles that the application logs in with: what the policies and grants allow if a
// query has no WHERE. Tables, columns and functions are read from the database, so that none is missing.
import { globSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allJobs } from '#app/server/jobs.ts';
import type { Guard, Rights, Table } from '#platform/database/sql-access.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { appSecret } from '../support/open-test-database.ts';
import { functionFiles, functions, guards, tables } from './all-sql-access.ts';
import {
  actions,
  addRows,
  runAsViewer,
  newRowProblems,
  queryAsOwner,
  permissionDenied,
  reach,
  viewersOf,
  expectedReach,
  type Viewer,
} from './sql-matrix.ts';
import { refused } from './sql-refused.ts';
import { makeWorld, type World } from './world.ts';

let app: TestApp;
let world: World;
let viewers: Viewer[];
let cells = 0;

beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app);
  viewers = await viewersOf(app, world);
  await addRows(app, world);
});
afterAll(async () => {
  console.log(
    `access matrix by SQL: ${Object.keys(tables).length} tables, ${Object.keys(functions).length} functions, ${viewers.length} viewers, ${cells} cells`,
  );
  await app.close();
});

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  queryAsOwner<Row>(app, text, values);
const runAs = <T>(viewer: Viewer, work: (client: pg.PoolClient) => Promise<T>) =>
  runAsViewer(app, viewer, work);
const roleNames = () => ({ app: `${app.config.rolePrefix}_app`, jobs: `${app.config.rolePrefix}_jobs` });

describe('tables', () => {
  it('all have an entry in an access.ts, row-level security, and an owner that is not a login role', async () => {
    const found = await query<{ name: string; kind: string; secured: boolean; owner: string }>(
      `select n.nspname || '.' || c.relname as name, c.relkind as kind,
              -- A view shows what its reader may see.
              case c.relkind when 'v' then c.reloptions @> '{security_invoker=true}' else c.relrowsecurity end as secured,
              pg_get_userbyid(c.relowner) as owner
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'app', 'unsigned') and c.relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(found.map((table) => table.name).sort()).toEqual(Object.keys(tables).sort());
    const { app: appRole, jobs } = roleNames();
    const faulty = found.filter(({ secured, owner }) => !secured || owner === appRole || owner === jobs);
    expect(faulty).toEqual([]);
  });

  it.each(Object.entries(tables))('%s grants each role exactly the listed columns', async (name, table) => {
    const columns = await query<{
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
    const grants = (rights: Rights | undefined, column: string) =>
      rights !== undefined && (rights.columns === 'all' || rights.columns.includes(column));
    const problems = columns.filter(({ column, privilege, app, jobs }) => {
      cells += 2;
      const toJobs: Table['app'] = table.jobs;
      return app !== grants(table.app?.[privilege], column) || jobs !== grants(toJobs?.[privilege], column);
    });
    expect(problems).toEqual([]);
    const [whole] = await query(
      `select has_table_privilege(r.app, $1, 'truncate, references, trigger') as app,
              has_table_privilege(r.jobs, $1, 'truncate, references, trigger') as jobs
       from (select $2::text as app, $3::text as jobs) r`,
      [name, roleNames().app, roleNames().jobs],
    );
    expect(whole).toEqual({ app: false, jobs: false });
  });

  it.each(Object.entries(tables))(
    '%s lets each viewer read, update and delete only the expected rows',
    async (name, table) => {
      const problems: unknown[] = [];
      for (const viewer of viewers) {
        for (const action of actions) {
          cells += 1;
          const actual = await runAs(viewer, (client) => reach(client, name, table, viewer.role, action));
          const expected = await expectedReach(app, name, table, viewer, action);
          if (JSON.stringify(actual) !== JSON.stringify(expected))
            problems.push({ viewer: viewer.name, action, actual, expected });
        }
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('new rows', () => {
  it("cannot be owned by another user, or added to another user's entry or one in the bin", async () => {
    const { problems, cells: tried } = await newRowProblems(app, world, viewers);
    cells += tried;
    expect(problems).toEqual([]);
  });

  it.each(Object.entries(tables).filter(([, table]) => !table.app?.insert))(
    'are refused by %s',
    async (name) => {
      for (const viewer of viewers) {
        cells += 1;
        const answer = await runAs(viewer, (client) => client.query(`insert into ${name} default values`));
        expect([viewer.name, answer]).toEqual([viewer.name, permissionDenied]);
      }
    },
  );
});

describe('the database roles', () => {
  it('own no tables, are members of no role, and may only log in', async () => {
    const roles = Object.values(roleNames());
    const found = await query<Record<string, unknown>>(
      `select rolinherit or rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as raised,
              (select count(*) from pg_auth_members m where m.member = r.oid) as memberships,
              (select count(*) from pg_class c where c.relowner = r.oid and c.relnamespace <> 'pg_toast'::regnamespace
                 and c.relnamespace <> 'graphile_worker'::regnamespace) as owns
       from pg_roles r where rolname = any ($1)`,
      [roles],
    );
    expect(found).toEqual(roles.map(() => ({ raised: false, memberships: 0, owns: 0 })));
  });

  it.each(Object.entries(refused))('refuse an application that %s', async (_what, text) => {
    const [{ me } = { me: '' }] = await query<{ me: string }>('select current_user as me');
    const { app: appRole, jobs } = roleNames();
    const statement = text.replace('{owner}', me).replace('{app}', appRole).replace('{jobs}', jobs);
    for (const viewer of viewers.filter(({ name }) => ['anonymous', 'the owner'].includes(name))) {
      cells += 1;
      const answer = await runAs(viewer, (client) => client.query(statement));
      expect([viewer.name, answer]).toEqual([viewer.name, permissionDenied]);
    }
  });

  it("give the application no access to sequences or the jobs' schema", async () => {
    const found = await query(
      `select c.relname from pg_class c
       where c.relnamespace in ('public'::regnamespace, 'app'::regnamespace)
         and case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update') end`,
      [roleNames().app],
    );
    expect(found).toEqual([]);
    const [schema] = await query(
      `select has_schema_privilege($1, 'graphile_worker', 'usage, create')
           or has_schema_privilege($1, 'unsigned', 'usage, create')
           or has_schema_privilege($2, 'unsigned', 'usage, create') as any`,
      [roleNames().app, roleNames().jobs],
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

  it('run only for the listed roles, with a fixed search path if they are security definer', async () => {
    const found = await query<Found>(
      `select p.proname as name, p.proconfig as settings, p.prosecdef as elevated,
              has_function_privilege($1, p.oid, 'execute') as app, has_function_privilege($2, p.oid, 'execute') as jobs,
              has_function_privilege('public', p.oid, 'execute') as public
       from pg_proc p where p.pronamespace = 'app'::regnamespace`,
      [roleNames().app, roleNames().jobs],
    );
    cells += found.length * 3;
    const expected = Object.entries(functions).map(([name, roles]) => ({
      name,
      app: roles.app !== undefined,
      jobs: roles.jobs === true,
      public: false,
      fixed: true,
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    const actual = found.map(({ settings, elevated, ...rest }) => ({
      ...rest,
      fixed: !elevated || (settings ?? []).includes('search_path=""'),
    }));
    expect(actual.sort(byName)).toEqual(expected.sort(byName));
  });

  it('each have a listed guard if the application may call them', async () => {
    const callable = await query<{ name: string }>(
      `select p.proname as name from pg_proc p
       where p.pronamespace = 'app'::regnamespace and has_function_privilege($1, p.oid, 'execute')`,
      [roleNames().app],
    );
    expect(Object.keys(guards).sort()).toEqual(callable.map(({ name }) => name).sort());
    const known: Guard[] = ['signature', 'viewer', 'token', 'nothing'];
    expect(Object.entries(guards).filter(([, guard]) => !known.includes(guard))).toEqual([]);
  });

  it('are each listed in the access.ts next to their file', () => {
    const files = globSync('src/{features,platform}/*/sql/app.*.sql');
    expect(functionFiles.toSorted()).toEqual(files.sort());
  });

  it('add only jobs that exist', async () => {
    const { config, database, files, server } = app;
    const jobs = allJobs({
      config,
      appSecret,
      version: 'test',
      database,
      files,
      transport: undefined,
      log: server.log,
    });
    const tasks = await query<{ task: string }>('select task from app.request_jobs');
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(tasks.map(({ task }) => task)));
  });

  it('are the only functions that the application may call besides system functions', async () => {
    const found = await query(
      `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'app')
         and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')`,
      [roleNames().app],
    );
    expect(found).toEqual([]);
  });
});
