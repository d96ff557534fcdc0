// The database role as a second line of defense (docs/decisions/0016): an attacker runs any SQL in one connection as
// the application's role, without a session, and knows everything about a victim that is not secret. The attacker
// must not be able to read anything of the victim, or to change any data.
import assert from 'node:assert/strict';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { guards, tables } from './all-sql-access.ts';
import { attacks, craftedCalls } from './attacks.ts';
import { queryAsOwner, permissionDenied } from './sql-matrix.ts';
import { makeWorld, mailedToken, startSession, type Person, type Tokens, type World } from './world.ts';

let app: TestApp;
let world: World;
let victim: Person;
let session: Tokens;
let secrets: string[];
let attacker: pg.Client;
let before: unknown;

beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app);
  victim = world.owner;
  session = await startSession(app, victim);
  secrets = await secretsOf(victim, session);
});
afterAll(() => app.close());

beforeEach(async () => {
  attacker = app.database.listener();
  await attacker.connect();
  before = await databaseDigest();
});
afterEach(async () => {
  await attacker.end();
  assert.deepEqual(await databaseDigest(), before);
});

/** Texts that no result may contain: those of the victim, and those that give access to the account. */
async function secretsOf({ mark, userId, email }: Person, tokens: Tokens): Promise<string[]> {
  const [row] = await queryAsOwner<{ salt: string; digest: string }>(
    app,
    `select password_salt as salt, encode(password_digest, 'hex') as digest from users where id = $1`,
    [userId],
  );
  return [
    ...[`What ${mark}`, `Person ${mark}`, `notes of ${mark}`, `${mark}.txt`, `extra-${email}`, `Thanks from`],
    ...[hashToken(tokens.access), hashToken(tokens.refresh)].map((hash) => hash.toString('hex')),
    ...[row!.salt, row!.digest],
  ];
}

/** A digest of all rows, large objects and roles. */
async function databaseDigest(): Promise<unknown> {
  const names = await queryAsOwner<{ name: string }>(
    app,
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace::regnamespace::text in ('public', 'app', 'unsigned', 'graphile_worker')
     order by 1`,
  );
  const sources = [
    ...names.map(({ name }) => name),
    'pg_authid',
    'pg_largeobject',
    'pg_largeobject_metadata',
  ];
  return Promise.all(
    sources.map(async (source) => {
      const text = `select count(*)::int as rows, md5(string_agg(md5(t::text), '' order by md5(t::text))) as digest from ${source} t`;
      return { source, ...(await queryAsOwner<object>(app, text))[0] };
    }),
  );
}

type Answer = { rows: unknown[] } | { code: string };

/** Runs statements one by one, even after one fails. Returns the rows or the error code of the last one. */
async function run(...statements: { text: string; values?: unknown[] }[]): Promise<Answer> {
  let answer: Answer = { rows: [] };
  for (const { text, values } of statements) {
    try {
      const result = await attacker.query(values ? { text, values } : text);
      answer = { rows: (Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result).rows };
      expectNoSecrets(JSON.stringify(result, hexBytes));
    } catch (error) {
      const { code, message, detail, hint, where } = error as pg.DatabaseError;
      expectNoSecrets(JSON.stringify([message, detail, hint, where]));
      answer = { code: code ?? String(error) };
    }
  }
  return answer;
}

function expectNoSecrets(text: string): void {
  for (const secret of secrets) expect(text).not.toContain(secret);
}

const hexBytes = (_key: string, value: unknown) => {
  const bytes = value as { type?: string; data?: number[] } | null;
  return bytes?.type === 'Buffer' ? Buffer.from(bytes.data ?? []).toString('hex') : value;
};

describe('an attacker with SQL and without a session', () => {
  it('cannot read a row of any table', async () => {
    for (const name of Object.keys(tables)) {
      for (const text of [`select * from ${name}`, `select ${tables[name]!.key} from ${name}`]) {
        const answer = await run({ text });
        expect([text, 'rows' in answer ? answer.rows : answer.code]).toEqual([
          text,
          'rows' in answer ? [] : permissionDenied,
        ]);
      }
    }
  });

  it.each(attacks)('$name', async ({ statements, outcome }) => {
    const known = { ...victim, mark: undefined };
    const answer = await run(...statements(known));
    expect('code' in answer ? answer.code : answer.rows).toEqual(outcome);
  });

  it.each(Object.entries(guards))(
    'gains no access through app.%s, which is guarded by: %s',
    async (name, guard) => {
      const calls = await craftedCalls(app, name, victim);
      expect(calls.length).toBeGreaterThan(0);
      const isRefused = guard === 'signature';
      for (const text of calls) {
        const answer = await run({ text });
        expect([text, isRefused, 'code' in answer && answer.code === permissionDenied]).toEqual([
          text,
          isRefused,
          isRefused,
        ]);
        // The call started no session and set no viewer.
        expect(await run({ text: 'select app.viewer() as viewer' })).toEqual({ rows: [{ viewer: null }] });
      }
    },
  );

  it('cannot see tokens in the statements of other connections', async () => {
    for (const purpose of ['read', 'write'] as const) {
      await transact(
        app.database.app,
        hashToken(session.access),
        async (_tx, viewer) => {
          expect(viewer?.userId).toBe(victim.userId);
          const { rows } = await attacker.query<{ query: string }>(
            `select query from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
          );
          expect(rows.some(({ query }) => query.includes('app.enter'))).toBe(true);
          expectNoSecrets(JSON.stringify(rows));
        },
        purpose,
      );
    }
  });

  it('gets only ids from live events', async () => {
    const notified = new Promise<string>((resolve) =>
      attacker.on('notification', ({ payload }) => resolve(payload ?? '')),
    );
    await attacker.query('listen logbook_live');
    // An update as a request sends it, which changes no value.
    await transact(app.database.app, hashToken(session.access), (tx) =>
      tx.query(statement({ text: 'update profiles set is_new = is_new' })),
    );
    const [transaction, ...ids] = (await notified).split(' ').toReversed();
    expect(ids.toReversed()).toEqual(['profiles', victim.userId, victim.userId]);
    expect(transaction).toMatch(/^\d+$/);
  });
});

describe('a signature of a database call', () => {
  const sign = (...parts: (string | null)[]) =>
    transact(app.database.app, null, (tx) => Promise.resolve(tx.sign(parts[0]!, ...parts.slice(1))));

  it('is valid only for its function and its arguments', async () => {
    const signature = await sign('is_mail_stopped', victim.email);
    const isStopped = (address: string) =>
      run({ text: 'select app.is_mail_stopped($1, $2) as stopped', values: [address, signature] });
    expect(await isStopped(victim.email)).toEqual({ rows: [{ stopped: false }] });
    expect(await isStopped(world.stranger.email)).toEqual({ code: permissionDenied });
    const stop = { text: 'select app.stop_mail($1, $2)', values: [victim.email, signature] };
    expect(await run(stop)).toEqual({ code: permissionDenied });
  });

  const [id, day] = [newId(), String(86_400)];
  it.each([
    [
      'an invitation',
      'note_invitation_mail',
      `'${id}', '\\x00', '${id}', null, $1`,
      [id, '00', id, null, day],
    ],
    ['a vouch', 'note_vouch_token', `'${id}', '\\x00', '${id}', 60, 3, $1`, [id, '00', id, '60', '3', day]],
    ['a verification', 'note_verification', `'\\x00', $1, null`, ['00', day, null]],
    ['a limit of attempts', 'take_try', `'kind', 'key', 0, $1`, ['kind', 'key', '0', day]],
  ])('does not allow another duration of %s', async (_what, name, parameters, parts) => {
    const signature = await sign(name, ...parts);
    const lasting = (time: string) =>
      run({ text: `select app.${name}(${parameters}, $2)`, values: [time, signature] });
    expect(await lasting('1 day')).not.toEqual({ code: permissionDenied });
    expect(await lasting('100 years')).toEqual({ code: permissionDenied });
  });

  it('differs if the same characters are split into other arguments', async () => {
    const [one, other] = [await sign('a', 'bc', ''), await sign('ab', 'c', '')];
    expect(one).not.toEqual(other);
  });

  it.each([
    ['a task that is not listed', 'remove-files', {}],
    ['a payload key that the task does not have', 'send-recovery', { email: 'a@example.com', user_id: null }],
    ['a payload that is not an object', 'send-recovery', ['email']],
  ])('does not allow a job with %s', async (_what, task, payload) => {
    const adding = transact(app.database.app, hashToken(session.access), (tx) => tx.enqueue(task, payload));
    await expect(adding).rejects.toMatchObject({ code: permissionDenied });
  });
});

describe('an attacker with SQL and a session of their own', () => {
  /** The statements of one transaction after `app.enter`. */
  async function asStranger(text: string, values: unknown[]): Promise<Answer> {
    const { access } = await startSession(app, world.stranger);
    before = await databaseDigest();
    const entered = { text: 'select app.enter($1)', values: [hashToken(access)] };
    const answers = await run({ text: 'begin' }, entered, { text, values });
    await run({ text: 'commit' });
    return answers;
  }

  it("cannot read another user's bytes through a row of their own", async () => {
    const [file] = await queryAsOwner<{ path: string }>(
      app,
      'select file_path as path from log_files where id = $1',
      [victim.fileId],
    );
    const { userId, checkInId } = world.stranger;
    const add = `insert into log_files (id, user_id, check_in_id, file_name, file_path, view_path, file_type, file_size,
                   mime_type, preview, sha256)
                 values (gen_random_uuid(), $1, $2, 'a', $3, $4, 'image', 1, 'image/png', 'image', '\\x00')`;
    const paths = [
      [`${userId}/a`, file!.path],
      [file!.path, null],
      [`${userId}/a`, `${userId}/../${file!.path}`],
      [`${userId}/../${file!.path}`, null],
    ];
    for (const [path, view] of paths)
      expect(await asStranger(add, [userId, checkInId, path, view])).toEqual({ code: '23514' });
  });

  it('cannot verify an address without the emailed link', async () => {
    const note = `select app.note_verification($1, '1 h', null, $2)`;
    expect(await asStranger(note, [hashToken('known'), Buffer.alloc(32)])).toEqual({
      code: permissionDenied,
    });
  });

  it('cannot change the password or the sign-in address without the password', async () => {
    const guess = Buffer.alloc(32);
    const own = await startSession(app, world.stranger);
    expect(
      await asStranger(`select app.change_password($1, 'salt', $1, $2) as ended`, [guess, own.session]),
    ).toEqual({ rows: [{ ended: null }] });
    const swap = `select * from app.make_primary($1, $2, '1 h', $3, $2)`;
    expect(await asStranger(swap, [world.stranger.emailId, guess, own.session])).toEqual({ rows: [] });
  });

  it('cannot delete the account with a session older than an hour and without the password', async () => {
    const own = await startSession(app, world.stranger);
    await app.database.asOwner((db) =>
      db.query(`update sessions set signed_in_at = now() - interval '61 min' where id = $1`, [own.session]),
    );
    const erase = 'select app.delete_account($1, $2) as outcome';
    const outcome = { rows: [{ outcome: 'password needed' }] };
    expect(await asStranger(erase, [own.session, null])).toEqual(outcome);
    expect(await asStranger(erase, [own.session, Buffer.alloc(32)])).toEqual(outcome);
  });

  it('cannot use a recovery link without its token', async () => {
    const recover = await mailedToken(app, victim, 'recover');
    const wrong = hashToken(`${recover}x`);
    expect(await asStranger('select state from app.recovery_link($1)', [wrong])).toEqual({
      rows: [{ state: 'unknown' }],
    });
  });
});
