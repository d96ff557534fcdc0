import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { newId } from '../clock/id.ts';
import { hashToken } from '../secrets/secrets.ts';
import { transact, transactAtOnce, type Tx } from './transaction.ts';

let app: TestApp;
let person: { id: string; token: Buffer };
beforeAll(async () => {
  app = await startApp();
  const caller = await app.signUp();
  person = { id: caller.userId, token: hashToken(caller.cookies['logbook-access']!) };
});
afterAll(() => app.close());

const write = (tx: Tx, id = newId()) =>
  tx.query('insert into check_ins (id, user_id, content) values ($1, $2, $3)', [id, person.id, 'Written']);

const isThere = async (id: string) => {
  const { rowCount } = await app.database.asOwner((owner) =>
    owner.query('select from check_ins where id = $1', [id]),
  );
  return rowCount === 1;
};

test('what was written is on the disk when the promise resolves', async () => {
  for (let round = 0; round < 20; round++) {
    const written = await transact(
      app.database.app,
      person.token,
      async (tx) => {
        await write(tx);
        const [row] = await tx.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at');
        return row!.at;
      },
      'write',
    );
    const { rows } = await app.database.app.query<{ kept: boolean }>(
      'select pg_current_wal_flush_lsn() >= $1::pg_lsn as kept',
      [written],
    );
    expect(rows).toEqual([{ kept: true }]);
  }
});

test('the connection waits for the disk again in the transactions after', async () => {
  await transact(app.database.app, person.token, (tx) => write(tx), 'write');
  const settings = await Promise.all(
    Array.from({ length: 20 }, () => app.database.app.query('show synchronous_commit')),
  );
  expect(new Set(settings.map(({ rows }) => rows[0].synchronous_commit))).toEqual(new Set(['on']));
});

test('a fault that the work hides is a fault all the same, and nothing of it stays', async () => {
  const id = newId();
  const work = async (tx: Tx) => {
    await write(tx, id);
    await tx.query('select 1 / 0').catch(() => undefined);
  };
  await expect(transact(app.database.app, person.token, work, 'write')).rejects.toThrow(/aborted/);
  expect(await isThere(id)).toBe(false);
});

const ask = 'select app.viewer() as me, (select count(*)::int from users) as people';

test('one trip answers as the viewer, and as nobody without a live session', async () => {
  const once = (token: Buffer | null) => transactAtOnce(app.database.app, token, (tx) => tx.query(ask));
  expect(await once(person.token)).toMatchObject({
    viewer: { userId: person.id },
    result: [{ me: person.id, people: 1 }],
  });
  const nobody = { viewer: null, result: [{ me: null, people: 0 }] };
  expect(await once(null)).toEqual(nobody);
  expect(await once(hashToken('no such token'))).toEqual(nobody);
  const { rows } = await app.database.app.query(ask);
  expect(rows).toEqual([{ me: null, people: 0 }]);
});

test('one trip takes several questions, but none after the first await', async () => {
  const both = await transactAtOnce(app.database.app, person.token, (tx) =>
    Promise.all([tx.query('select 1 as one'), tx.query(ask)]),
  );
  expect(both.result).toEqual([[{ one: 1 }], [{ me: person.id, people: 1 }]]);
  const late = transactAtOnce(app.database.app, person.token, async (tx) => {
    await tx.query('select 1');
    return tx.query(ask);
  });
  await expect(late).rejects.toThrow('The commit is under way');
});

test('a fault in one trip is thrown, keeps nothing and leaves the connection of use', async () => {
  const id = newId();
  for (let round = 0; round < 30; round++) {
    const failing = transactAtOnce(app.database.app, person.token, (tx) =>
      Promise.all([
        tx.query('insert into check_ins (id, user_id, content) values ($1, app.viewer(), $2)', [id, 'x']),
        tx.query('select 1 / 0'),
      ]),
    );
    await expect(failing).rejects.toThrow('division by zero');
  }
  const thrown = transactAtOnce(app.database.app, person.token, () => {
    throw new Error('before any question');
  });
  await expect(thrown).rejects.toThrow('before any question');
  expect(await isThere(id)).toBe(false);
  const { result } = await transactAtOnce(app.database.app, person.token, (tx) => tx.query(ask));
  expect(result).toEqual([{ me: person.id, people: 1 }]);
});
