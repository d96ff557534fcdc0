// A user changes the password and ends sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { callWith, createApiToken } from '#tests/support/api-tokens.ts';
import type { Caller } from '#tests/support/caller.ts';
import { newId } from '#platform/clock/id.ts';
import type { Session } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Problem = { code: string };
const password = 'a good long passphrase';
const fresh = 'another good passphrase';

const change = (person: Caller, current_password: string, next: string = fresh) =>
  person.call<Problem & { ended: number }>('PATCH /api/auth/user', {
    body: { current_password, password: next },
  });
const isSignedIn = async (caller: Caller) => (await caller.call('GET /api/auth/user')).status === 200;

async function signIn(email: string, secret = password): Promise<Caller> {
  const caller = app.anonymous();
  await caller.call('POST /api/auth/sign-in', {
    body: { email, password: secret },
    headers: { 'user-agent': 'Another browser' },
  });
  return caller;
}
const sessions = async (person: Caller) =>
  (await person.call<{ rows: Session[] }>('GET /api/auth/sessions')).json.rows;

describe('changing the password', () => {
  it('requires the current one, ends all other sessions and returns how many', async () => {
    const person = await app.signUp();
    const others = [await signIn(person.email), await signIn(person.email)];
    expect((await change(person, fresh)).json.code).toBe('wrong_password');
    expect(await isSignedIn(others[0]!)).toBe(true);
    expect((await change(person, password)).json).toEqual({ ended: 2 });
    expect([await isSignedIn(person), await isSignedIn(others[0]!), await isSignedIn(others[1]!)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await isSignedIn(await signIn(person.email))).toBe(false);
    expect(await isSignedIn(await signIn(person.email, fresh))).toBe(true);
  });

  it('is limited to exactly 5 wrong passwords in 15 minutes', async () => {
    const person = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 9 }, () => change(person, 'not this one')));
    expect(answers.map((answer) => answer.json.code).sort()).toEqual([
      ...Array(4).fill('too_many_tries'),
      ...Array(5).fill('wrong_password'),
    ]);
    expect((await change(person, password)).json.code).toBe('too_many_tries');
    // Sign-in has a separate limit: neither one blocks the other.
    expect(await isSignedIn(await signIn(person.email))).toBe(true);
  });

  it.each([
    ['short', 'password_too_short'],
    ['x'.repeat(129), 'password_too_long'],
    ['password123', 'password_common'],
  ])('refuses the new password %s', async (next, code) => {
    expect((await change(await app.signUp(), password, next)).json.code).toBe(code);
  });
});

describe('sessions', () => {
  it('are listed with browser and IP, with the current one marked and without secrets', async () => {
    const person = await app.signUp();
    const other = await signIn(person.email);
    const rows = await sessions(person);
    expect(rows.map((row) => [row.current, row.user_agent])).toContainEqual([false, 'Another browser']);
    expect(rows.filter((row) => row.current)).toHaveLength(1);
    expect(Object.keys(rows[0]!).sort()).toEqual(
      ['began_by', 'current', 'id', 'ip', 'last_used_at', 'signed_in_at', 'tokens', 'user_agent'].sort(),
    );
    expect((await sessions(other)).find((row) => row.current)!.id).not.toBe(
      rows.find((row) => row.current)!.id,
    );
  });

  it('can be ended one by one, and ending the current one clears its cookies', async () => {
    const person = await app.signUp();
    const other = await signIn(person.email);
    const rows = await sessions(person);
    const end = (id: string) => person.call<Problem>('DELETE /api/auth/sessions/:id', { params: { id } });
    expect((await end(rows.find((row) => !row.current)!.id)).json).toEqual({ ended: true });
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, false]);
    expect((await end(newId())).status).toBe(404);
    await end(rows.find((row) => row.current)!.id);
    expect(Object.keys(person.cookies)).toEqual(['logbook-device']);
  });

  it('say how they began, and how many working API tokens were made in them', async () => {
    const person = await app.signUp();
    const other = await signIn(person.email);
    await createApiToken(other);
    const { row: expired } = await createApiToken(other);
    await app.database.asOwner((db) =>
      db.query('update api_tokens set expires_at = now() where id = $1', [expired.id]),
    );
    const rows = await sessions(person);
    expect(rows.map(({ current, began_by, tokens }) => ({ current, began_by, tokens }))).toEqual(
      expect.arrayContaining([
        { current: true, began_by: 'sign-up', tokens: 0 },
        { current: false, began_by: 'password', tokens: 1 },
      ]),
    );
  });

  const works = async (token: string) => (await callWith(app, token)('GET /api/check_ins')).status === 200;
  it.each<[string, boolean, (person: Caller, other: Caller) => Promise<unknown>]>([
    [
      'end with the API tokens made in them',
      false,
      async (person) => {
        const other = (await sessions(person)).find((row) => !row.current)!;
        return person.call('DELETE /api/auth/sessions/:id', { params: { id: other.id } });
      },
    ],
    [
      'end with those tokens when all others are ended',
      false,
      (person) => person.call('DELETE /api/auth/sessions'),
    ],
    ['end with those tokens when the password is changed', false, (person) => change(person, password)],
    [
      'leave their tokens when their user signs out',
      true,
      (_, other) => other.call('POST /api/auth/sign-out'),
    ],
  ])('%s', async (_, left, end) => {
    const person = await app.signUp();
    const other = await signIn(person.email);
    const [own, made] = [await createApiToken(person), await createApiToken(other)];
    expect(await works(made.token)).toBe(true);
    await end(person, other);
    expect(await isSignedIn(other)).toBe(false);
    expect([await works(own.token), await works(made.token)]).toEqual([true, left]);
  });

  it('that have expired are neither listed nor counted, even before the sweep', async () => {
    const end = (person: Caller) =>
      app.database.asOwner((db) =>
        db.query(
          `update sessions set refresh_expires_at = now() - interval '1 s', access_expires_at = now() - interval '59 d'
           where user_id = $1 and user_agent = 'Another browser'`,
          [person.userId],
        ),
      );
    const [person, other] = [await app.signUp(), await app.signUp()];
    for (const { email } of [person, other]) await signIn(email);
    await end(person);
    await end(other);
    await signIn(person.email);
    expect((await sessions(person)).map((row) => row.current)).toEqual([false, true]);
    expect((await person.call('DELETE /api/auth/sessions')).json).toEqual({ ended: 1 });
    expect((await change(other, password)).json).toEqual({ ended: 0 });
  });

  it('are limited to exactly 100 per user, even under parallel sign-ins: the least recently used one ends', async () => {
    const person = await app.signUp();
    await app.database.asOwner((db) =>
      db.query(
        `insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at,
                               last_used_at, user_agent)
         select gen_random_uuid(), $1::uuid, sha256(('a' || n || $1::text)::bytea), now() + interval '1 h',
                sha256(('r' || n || $1::text)::bytea), now() + interval '60 d', now() - n * interval '1 min', n
         from generate_series(1, 99) n`,
        [person.userId],
      ),
    );
    await Promise.all([1, 2, 3].map(() => signIn(person.email)));
    const rows = await sessions(person);
    expect(rows).toHaveLength(100);
    expect(rows.filter((row) => row.user_agent === 'Another browser')).toHaveLength(3);
    expect(rows.at(-1)!.user_agent).toBe('96');
  });

  it('of another user cannot be ended', async () => {
    const [person, stranger] = [await app.signUp(), await app.signUp()];
    const [row] = await sessions(person);
    const { status } = await stranger.call('DELETE /api/auth/sessions/:id', { params: { id: row!.id } });
    expect([status, await isSignedIn(person)]).toEqual([404, true]);
  });

  it('can all be ended except the current one', async () => {
    const [person, stranger] = [await app.signUp(), await app.signUp()];
    const others = [await signIn(person.email), await signIn(person.email)];
    expect((await person.call('DELETE /api/auth/sessions')).json).toEqual({ ended: 2 });
    expect([await isSignedIn(person), await isSignedIn(others[0]!), await isSignedIn(stranger)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
