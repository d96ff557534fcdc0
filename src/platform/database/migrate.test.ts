// Migrations and functions of a small schema, changed between two starts.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { StartupError } from '../config/startup-error.ts';
import { migrate } from './migrate.ts';
import { clientConfig } from './pools.ts';
import { rolesOf } from './roles.ts';

const roles = rolesOf('logbook', null);
let folder: string;
let owner: pg.Client;

const connect = async (database: string) => {
  const client = new pg.Client(clientConfig({ ...inject('postgres'), database }, { user: 'postgres' }));
  await client.connect();
  return client;
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const inside of ['migrations', numbers]) mkdirSync(join(folder, inside), { recursive: true });
  write('0001_base.sql', base);
  write('app.double.sql', double);
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  const server = await connect('postgres');
  await server.query(`create database ${name}`);
  await server.end();
  owner = await connect(name);
});
afterEach(async () => {
  await owner.end();
  rmSync(folder, { recursive: true });
});

const base = `create schema app; grant usage on schema app to {{app}}; create schema unsigned;
  create table numbers (n int); insert into numbers values (1)`;
const double = `create or replace function app.double(n int) returns int language sql as $$ select 2 * n $$;
  grant execute on function app.double to {{app}}`;
const triple = double.replace('2 * n', '3 * n');

const numbers = 'src/features/numbers/sql';
const pathOf = (name: string) => join(folder, /^\d/.test(name) ? 'migrations' : numbers, name);
const write = (name: string, text: string) => writeFileSync(pathOf(name), text);
const remove = (name: string) => rmSync(pathOf(name));
const schema = (values: Record<string, string> = {}) => ({
  migrations: join(folder, 'migrations'),
  sources: join(folder, 'src'),
  values,
});
const start = (values?: Record<string, string>) => migrate(owner, schema(values), roles);

async function value<T>(text: string): Promise<T> {
  const { rows } = await owner.query<{ value: T }>(`select (${text}) as value`);
  return rows[0]!.value;
}

/** Which of public, app and jobs may call the function. */
const callers = () =>
  value<string[]>(
    `select array_agg(role) from unnest(array['public', 'logbook_app', 'logbook_jobs']) role
     where has_function_privilege(role, 'app.double(int)', 'execute')`,
  );

describe('migrations', () => {
  test('are applied once, in order, and the functions after them', async () => {
    write('0002_more.sql', 'insert into numbers select n + 1 from numbers');
    expect(await start()).toEqual(['0001_base.sql', '0002_more.sql', '1 functions']);
    expect(await start()).toEqual([]);
    expect(await value('select array_agg(app.double(n) order by n) from numbers')).toEqual([2, 4]);
  });

  test('that changed after they were applied are refused', async () => {
    await start();
    write('0001_base.sql', `${base};`);
    await expect(start()).rejects.toThrow(StartupError);
  });

  test('make way for requests while another session uses their table, and are applied after it', async () => {
    await start();
    write('0002_more.sql', 'alter table numbers add column note text');
    const [reader, request] = await Promise.all([connect(owner.database!), connect(owner.database!)]);
    try {
      await reader.query('begin; select n from numbers');
      let isDone = false;
      const applying = start().finally(() => (isDone = true));
      const waiting = `exists (select from pg_locks where not granted and relation = 'numbers'::regclass)`;
      await vi.waitUntil(
        async () => (await request.query(`select ${waiting} as is`)).rows[0].is as boolean,
        5_000,
      );
      // It waits behind the migration, which waits for the reader.
      await request.query('select n from numbers');
      expect(isDone).toBe(false);
      await reader.query('commit');
      expect(await applying).toEqual(['0002_more.sql', '1 functions']);
    } finally {
      await Promise.all([reader.end(), request.end()]);
    }
  });

  test('of a newer program are refused', async () => {
    write('0002_more.sql', 'select 1');
    await start();
    remove('0002_more.sql');
    await expect(start()).rejects.toThrow('newer Logbook');
  });

  test('that were replaced before the first release are refused, whatever else differs', async () => {
    write('0001_accounts.sql', 'select 1');
    write('0003_later.sql', 'select 1');
    await start();
    remove('0001_accounts.sql');
    remove('0003_later.sql');
    write('0001_base.sql', `${base};`);
    await expect(start()).rejects.toThrow('development version of Logbook');
  });

  test('that fail are rolled back and named, and the ones before them stay applied', async () => {
    write('0002_more.sql', 'insert into numbers values (2); select 1 / 0');
    await expect(start()).rejects.toThrow('0002_more.sql failed: division by zero');
    expect(await value('select sum(n)::int from numbers')).toBe(1);
    write('0002_more.sql', 'insert into numbers values (2)');
    expect(await start()).toEqual(['0002_more.sql', '1 functions']);
  });
});

describe('functions', () => {
  test('are replaced when their file changes, and the others are not', async () => {
    write('app.same.sql', double.replaceAll('app.double', 'app.same'));
    await start();
    write('app.double.sql', triple);
    expect(await start()).toEqual(['1 functions']);
    expect(await value('app.double(5)')).toBe(15);
  });

  test('can be called only by the roles that their current file grants it to', async () => {
    await start();
    expect(await callers()).toEqual(['logbook_app']);
    write('app.double.sql', double.replace('{{app}}', '{{jobs}}'));
    await start();
    expect(await callers()).toEqual(['logbook_jobs']);
  });

  test('are never open to the public while they are created', async () => {
    const seen: unknown[] = [];
    const query = owner.query.bind(owner);
    const other = await connect(owner.database!);
    Object.assign(owner, {
      query: async (...args: Parameters<typeof query>) => {
        const { rows } = await other.query(
          `select p.oid from pg_proc p where p.pronamespace = to_regnamespace('app')
             and has_function_privilege('public', p.oid, 'execute')`,
        );
        seen.push(...rows);
        return query(...args);
      },
    });
    await start();
    await other.end();
    expect(seen).toEqual([]);
  });

  test('may call functions of later files, and all change together or none does', async () => {
    const calls =
      'create or replace function app.a(n int) returns int language sql as $$ select app.double(n) $$';
    write('app.a.sql', calls);
    await start();
    write('app.a.sql', calls.replace('app.double(n)', 'app.unknown(n)'));
    write('app.double.sql', triple);
    await expect(start()).rejects.toThrow('function app.unknown(integer) does not exist');
    expect(await value('app.a(5)')).toBe(10);
  });

  test('with a new signature need a migration that drops the old one', async () => {
    await start();
    const changes = [
      [double.replace('n int', 'n numeric'), 'A migration must drop the function with the old signature.'],
      [
        double.replace('n int', 'n numeric').replace(/grant.*$/, ''),
        'A migration must drop one of app.double(',
      ],
      [
        double.replace('returns int', 'returns bigint'),
        'A migration must drop the function with the old signature.',
      ],
    ] as const;
    for (const [text, message] of changes) {
      write('app.double.sql', text);
      await expect(start()).rejects.toThrow(message);
    }
    write('0002_double.sql', 'drop function app.double');
    expect(await start()).toEqual(['0002_double.sql', '1 functions']);
  });

  test('without a file need a migration that drops them', async () => {
    write('app.old.sql', double.replaceAll('app.double', 'app.old'));
    await start();
    remove('app.old.sql');
    await expect(start()).rejects.toThrow('A migration must drop what no file creates: app.old.');
    write('0002_old.sql', 'drop function app.old');
    expect(await start()).toEqual(['0002_old.sql', '1 functions']);
  });

  test('contain the values of their placeholders, and are replaced when a value changes', async () => {
    write('app.double.sql', double.replace('2 * n', '{{factor}} * n'));
    await start({ factor: '2' });
    expect(await value('app.double(5)')).toBe(10);
    expect(await start({ factor: '2' })).toEqual([]);
    expect(await start({ factor: '4' })).toEqual(['1 functions']);
    expect(await value('app.double(5)')).toBe(20);
  });

  test('with a placeholder that has no value are refused with its name', async () => {
    write('app.double.sql', double.replace('2 * n', '{{factor}} * n'));
    await expect(start({ other: '2' })).rejects.toThrow(
      'app.double.sql failed: {{factor}} stands for nothing.',
    );
  });

  test('call each function of a list, and a new one as soon as it has a file', async () => {
    const part = (name: string, n: number) =>
      write(
        `app.${name}.sql`,
        `create or replace function app.${name}() returns int language sql as $$ select ${n} $$`,
      );
    write(
      'app.total.sql',
      `create or replace function app.total() returns int language sql as $$
         select 0
           + {{each:total}}()
       $$`,
    );
    part('total__first', 1);
    await start();
    expect(await value('app.total()')).toBe(1);
    part('total__second', 20);
    expect(await start()).toEqual(['2 functions']);
    expect(await value('app.total()')).toBe(21);
  });

  test('in two files are refused, because only one of them would count', async () => {
    const other = join(folder, 'src/platform/other/sql');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'app.double.sql'), triple);
    await expect(start()).rejects.toThrow('Two files create app.double.');
  });

  test('that a migration dropped are created again from their unchanged file', async () => {
    await start();
    write('0002_dropped.sql', 'drop function app.double');
    expect(await start()).toEqual(['0002_dropped.sql', '1 functions']);
    expect(await value('app.double(5)')).toBe(10);
  });

  test('bring their triggers back after a migration recreated the table', async () => {
    write(
      'app.negate.sql',
      `create or replace function app.negate() returns trigger language plpgsql as $$
       begin new.n := -new.n; return new; end $$;
       create or replace trigger negate before insert on numbers for each row execute function app.negate()`,
    );
    await start();
    write('0002_again.sql', 'drop table numbers; create table numbers (n int)');
    await start();
    await owner.query('insert into numbers values (7)');
    expect(await value('select n from numbers')).toBe(-7);
  });

  test('may have triggers in files of their own, which are replaced when they change', async () => {
    write(
      'app.negate.sql',
      `create or replace function app.negate() returns trigger language plpgsql as $$
       begin new.n := -new.n; return new; end $$`,
    );
    const on = (event: string) =>
      `create or replace trigger negate before ${event} on numbers for each row execute function app.negate()`;
    write('triggers.numbers.sql', on('insert'));
    await start();
    expect(await start()).toEqual([]);
    await owner.query('delete from numbers; insert into numbers values (7)');
    write('triggers.numbers.sql', on('update'));
    expect(await start()).toEqual(['1 functions']);
    await owner.query('update numbers set n = 8');
    expect(await value('select n from numbers')).toBe(-8);
  });

  test('that a migration breaks are reported, even if their own file did not change', async () => {
    write(
      'app.total.sql',
      'create or replace function app.total() returns bigint language sql as $$ select sum(n) from numbers $$',
    );
    await start();
    write('0002_renamed.sql', 'alter table numbers rename to figures');
    await expect(start()).rejects.toThrow('relation "numbers" does not exist');
  });
});

test('processes that start concurrently apply each file once', async () => {
  const others = await Promise.all([connect(owner.database!), connect(owner.database!)]);
  const results = await Promise.all([owner, ...others].map((client) => migrate(client, schema(), roles)));
  expect(results.filter((applied) => applied.length > 0)).toEqual([['0001_base.sql', '1 functions']]);
  await Promise.all(others.map((client) => client.end()));
});
