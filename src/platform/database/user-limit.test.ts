// One user's expensive queries leave capacity for other users.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSession } from '#tests/access/world.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { hashToken } from '../secrets/secrets.ts';
import * as t from './columns.ts';
import { statement, type Statement } from './statement.ts';
import { transact, transactInOneTrip } from './transaction.ts';
import { maxInFlight } from './user-limit.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => app.close());

const tokenOf = (caller: Caller) => hashToken(caller.cookies['logbook-access']!);

/** Starts transactions of a user that stay in flight until `end`. */
async function occupy(token: Buffer, count: number) {
  const gate = Promise.withResolvers<void>();
  let started = 0;
  const running = Array.from({ length: count }, () =>
    transact(app.database.app, token, async () => {
      started += 1;
      await gate.promise;
    }),
  );
  await expect.poll(() => started).toBe(Math.min(count, maxInFlight));
  return {
    get started() {
      return started;
    },
    async end() {
      gate.resolve();
      await Promise.all(running);
    },
  };
}

describe('one user', () => {
  it('has at most 4 transactions in flight across all sessions, and further ones wait', async () => {
    const ada = await app.signUp();
    const other = hashToken((await startSession(app, ada)).access);
    // A session's user is known after its first transaction.
    await transact(app.database.app, other, () => Promise.resolve());
    const busy = await occupy(tokenOf(ada), 6);
    const more = transact(app.database.app, other, () => Promise.resolve('done'));
    const otherUser = await app.signUp('Eve Else');
    expect((await otherUser.call('GET /api/goals')).status).toBe(200);
    expect(busy.started).toBe(4);
    await busy.end();
    expect(busy.started).toBe(6);
    expect(await more).toBe('done');
  });

  it('gets 429 with Retry-After for a request beyond 64 waiting ones', async () => {
    const ada = await app.signUp();
    // A session's user is known after its first transaction.
    await ada.call('GET /api/auth/user');
    const busy = await occupy(tokenOf(ada), 4);
    const requests = Array.from({ length: 65 }, () => ada.call<{ code: string }>('GET /api/check_ins'));
    const refused = await Promise.race(requests);
    expect([refused.status, refused.json.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '2',
    ]);
    await busy.end();
    const answers = await Promise.all(requests);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(64);
    expect((await ada.call('GET /api/check_ins')).status).toBe(200);
  });
});

describe('reads in one trip', () => {
  const lock = statement({ text: 'select pg_advisory_xact_lock_shared(77)' });
  const one = statement({ text: 'select 1 as one', row: { one: t.int } });
  const pid = statement({ text: 'select pg_backend_pid() as pid', row: { pid: t.int } });
  const read = <C extends t.Columns>(token: Buffer, text: Statement<C>) =>
    transactInOneTrip(app.database.app, token, (tx) => tx.query(text));

  it('of other users overtake users whose reads are held up', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => app.signUp()));
    const honest = tokenOf(await app.signUp());
    await app.database.asOwner(async (owner) => {
      await owner.query('select pg_advisory_lock(77)');
      const held = people.flatMap((person) => Array.from({ length: 4 }, () => read(tokenOf(person), lock)));
      // Move the clock ahead, so that the trips sent before count as late.
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 100);
      for (let count = 0; count < 20; count++) {
        const { result } = await read(honest, one);
        expect(result).toEqual([{ one: 1 }]);
      }
      await owner.query('select pg_advisory_unlock(77)');
      await Promise.all(held);
    });
  });

  it('of one user share a connection', async () => {
    const token = tokenOf(await app.signUp());
    const reads = Array.from({ length: 8 }, () => read(token, pid));
    const pids = (await Promise.all(reads)).map(({ result }) => result[0]!.pid);
    expect(new Set(pids).size).toBe(1);
  });
});

describe('the statement timeout', () => {
  it('stops a read after 5 seconds with 503 took_too_long and Retry-After', async () => {
    const ada = await app.signUp();
    await app.database.asOwner(async (owner) => {
      await owner.query('begin; lock table check_ins in access exclusive mode');
      const { status, json, headers } = await ada.call<{ code: string }>('GET /api/check_ins');
      expect([status, json.code, headers['retry-after']]).toEqual([503, 'took_too_long', '5']);
      await owner.query('rollback');
    });
    expect((await ada.call('GET /api/check_ins')).status).toBe(200);
  });

  it('is 15 seconds for a write and 5 for a read', async () => {
    const token = tokenOf(await app.signUp());
    const timeoutSql = statement({ text: 'show statement_timeout', row: { statement_timeout: t.text } });
    const timeout = (tokenHash: Buffer | null, purpose: 'read' | 'write') =>
      transact(app.database.app, tokenHash, (tx) => tx.query(timeoutSql), purpose);
    for (const tokenHash of [token, null]) {
      expect(await timeout(tokenHash, 'write')).toEqual([{ statement_timeout: '15s' }]);
      expect(await timeout(tokenHash, 'read')).toEqual([{ statement_timeout: '5s' }]);
    }
  });
});
