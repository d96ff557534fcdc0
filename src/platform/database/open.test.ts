import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaFiles } from '#app/server/schema.ts';
import { asAdmin, programs, startOtherPostgres, type OtherPostgres } from '#tests/support/other-postgres.ts';
import { readConfig } from '../config/config.ts';
import { StartupError } from '../config/startup-error.ts';
import { migrateWorker } from '../jobs/worker.ts';
import * as t from './columns.ts';
import { openDatabase, type Database } from './open.ts';
import { statement } from './statement.ts';
import { transact } from './transaction.ts';
import { beginRestore, endRestore } from './unfinished-restore.ts';

let other: OtherPostgres;
beforeAll(async () => {
  other = await startOtherPostgres();
});
afterAll(() => other.stop());

const quiet = () => undefined;
let output: string[] = [];

async function open(
  url: string,
  appSecret = 'one secret of thirty-two characters',
  env: NodeJS.ProcessEnv = {},
) {
  const config = readConfig({ DATABASE_URL: url, ...env });
  return openDatabase({
    config,
    appSecret,
    schema: schemaFiles,
    say: (line) => output.push(line),
    onLost: quiet,
  });
}

async function createOwnedDatabase(name: string, rights: string): Promise<string> {
  await asAdmin(other, `create role ${name} login ${rights} password 'owner password'`);
  await asAdmin(other, `create database ${name} owner ${name}`);
  return other.url(name, 'owner password', name);
}

test("on the operator's PostgreSQL, startup creates the roles and requests run as one that owns nothing", async () => {
  const database = await open(await createOwnedDatabase('able', 'createrole'));
  await migrateWorker(database.jobs);
  const rows = await transact(database.app, null, (tx) =>
    tx.query(
      statement({
        text: `select current_user::text as role,
            (select count(*)::int from pg_class where relowner = current_user::regrole) as owns,
            (select rolsuper or rolinherit or rolcreaterole from pg_roles where rolname = current_user) as super`,
        row: { role: t.text, owns: t.int, super: t.bool },
      }),
    ),
  );
  expect(rows).toEqual([{ role: 'logbook_app', owns: 0, super: false }]);
  await transact(database.app, null, (tx) => tx.enqueue('send-recovery', { email: 'a@example.com' }));
  await database.close();
});

/** Copies a database with the system's own programs. `flags` are those of pg_restore. */
async function copyDatabase(from: string, to: string, flags: string[]): Promise<void> {
  await asAdmin(other, `create database ${to} owner ${from}`);
  const admin = other.admin.replace(/\/postgres$/, '');
  const dump = execFileSync(join(programs(), 'pg_dump'), ['--format=custom', `${admin}/${from}`]);
  execFileSync(join(programs(), 'pg_restore'), [...flags, `--dbname=${admin}/${to}`], { input: dump });
}

/** The error of a start that fails. */
async function startupErrorOf(...parts: Parameters<typeof open>): Promise<StartupError> {
  const error = await open(...parts).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  return error as StartupError;
}

/** Whether requests and jobs work. */
async function enqueueOn(database: Database): Promise<void> {
  await migrateWorker(database.jobs);
  await transact(database.app, null, (tx) => tx.enqueue('send-recovery', { email: 'a@example.com' }));
  await database.close();
}

test('a copy that pg_restore made without owners is refused with the SQL that makes it usable, and starts after it', async () => {
  const original = await createOwnedDatabase('original', 'createrole');
  const env = { DATABASE_ROLE_PREFIX: 'copied' };
  await enqueueOn(await open(original, undefined, env));
  await copyDatabase('original', 'replica', ['--no-owner']);

  const copy = original.replace(/original$/, 'replica');
  const { what, why, fix } = await startupErrorOf(copy, undefined, env);
  expect(what).toContain('do not belong to the role that Logbook needs');
  expect(why).toContain('They belong to admin.');
  await asAdmin(other, fix.slice(fix.indexOf('\n')), 'replica');
  await enqueueOn(await open(copy, undefined, env));
});

test('a copy that pg_restore made without privileges is refused with the missing right, and a copy with them starts', async () => {
  const original = await createOwnedDatabase('privileged', 'createrole');
  const env = { DATABASE_ROLE_PREFIX: 'privileged' };
  await enqueueOn(await open(original, undefined, env));
  for (const flags of [['-x'], ['--no-owner', '-x']]) {
    await copyDatabase('privileged', 'bare', flags);
    const { what, why, fix } = await startupErrorOf(original.replace(/privileged$/, 'bare'), undefined, env);
    expect(what).toBe('The role privileged_app may not use the tables of this database.');
    expect(why).toContain('USAGE on the schema app');
    expect(fix).toContain('with its privileges');
    await asAdmin(other, 'drop database bare');
  }
  await copyDatabase('privileged', 'whole', []);
  await enqueueOn(await open(original.replace(/privileged$/, 'whole'), undefined, env));
});

test('a database into which a restore has not finished is refused, with the command that repeats it', async () => {
  const url = await createOwnedDatabase('half_restored', 'createrole');
  const env = { DATABASE_ROLE_PREFIX: 'half_restored' };
  const asOwner = async (work: (owner: pg.Client) => Promise<void>) => {
    const owner = new pg.Client(url);
    await owner.connect();
    await work(owner);
    await owner.end();
  };
  await asOwner((owner) => beginRestore(owner, '/backups/earlier.zip'));
  await asOwner((owner) => beginRestore(owner, "/backups/Ada's archive.zip"));
  const { what, fix } = await startupErrorOf(url, undefined, env);
  expect(what).toBe('A restore into this instance has not finished.');
  expect(fix).toContain(String.raw`npm run restore -- '/backups/Ada'\''s archive.zip'`);
  await asOwner(async (owner) => {
    const { rows } = await owner.query("select from pg_roles where rolname like 'half_restored_%'");
    expect(rows).toHaveLength(0);
    await endRestore(owner);
  });
  await enqueueOn(await open(url, undefined, env));
});

test('settings that someone gave the roles do not outlive a start', async () => {
  const url = await createOwnedDatabase('settled', 'createrole');
  const env = { DATABASE_ROLE_PREFIX: 'settled' };
  await (await open(url, undefined, env)).close();
  for (const role of ['settled_app', 'settled_jobs'])
    for (const where of ['', ' in database settled'])
      for (const setting of [
        "search_path = 'elsewhere'",
        'row_security = off',
        'default_transaction_read_only = on',
      ])
        await asAdmin(other, `alter role ${role}${where} set ${setting}`);
  const database = await open(url, undefined, env);
  const { rows } = await database.app.query(
    `select current_setting('search_path') as path, current_setting('row_security') as security,
      current_setting('default_transaction_read_only') as read_only`,
  );
  expect(rows).toEqual([{ path: '"$user", public', security: 'on', read_only: 'off' }]);
  await database.close();
});

test('several processes can start concurrently on one database, and a restart with another secret works', async () => {
  const url = await createOwnedDatabase('again', 'createrole');
  const first = await Promise.all([open(url), open(url), open(url)]);
  await Promise.all(first.map((database) => database.close()));
  const changed = await open(url, 'another secret of thirty-two characters');
  expect((await changed.app.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await changed.close();
});

test('startup prints the SQL to run if the owner may not create roles, and succeeds after it was run', async () => {
  const url = await createOwnedDatabase('unable', '');
  const env = { DATABASE_ROLE_PREFIX: 'unable' };
  const error = await open(url, undefined, env).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  const { fix } = error as StartupError;
  await asAdmin(other, fix.slice(fix.indexOf('\n')), 'unable');
  const database = await open(url, undefined, env);
  expect(database.description).toContain('unable');
  await database.close();
});

test('startup prints the SQL that revokes system functions if the owner may not, and works with or without it', async () => {
  const url = await createOwnedDatabase('closing', 'createrole');
  const createLargeObject = `select lo_from_bytea(0, 'bytes')`;
  output = [];
  const before = await open(url);
  const notice = output.find((line) => line.includes('large objects'))!;
  expect(notice).toContain('run this as a superuser in the database closing');
  await before.app.query(createLargeObject);
  await before.close();

  await asAdmin(other, notice.slice(notice.lastIndexOf('\n')), 'closing');
  output = [];
  const after = await open(url);
  expect(output.join('\n')).not.toContain('large objects');
  for (const statement of [createLargeObject, 'select pg_terminate_backend(1)'])
    await expect(after.app.query(statement)).rejects.toMatchObject({ code: '42501' });
  await after.close();
});

test('more workers than the server accepts connections for are refused, with the number that it accepts', async () => {
  const url = await createOwnedDatabase('many', 'createrole');
  const error = await open(url, undefined, { WORKERS: '24' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as StartupError).report).toMatch(/Logbook may use 168; the server accepts 97\./);
});

test('a database that cannot be reached is refused with a hint at DATABASE_URL and without the password', async () => {
  const wrong = [other.url('able', 'not the password', 'able'), 'postgres://able:x@127.0.0.1:9/able'];
  for (const url of wrong) {
    const error = await open(url).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as StartupError).fix).toContain('DATABASE_URL');
    expect((error as StartupError).message).not.toContain('not the password');
  }
});
