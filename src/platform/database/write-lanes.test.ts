// What can go wrong among writes that share a transaction, tested through a route that uses them: the caller that
// causes an error gets it, and what was confirmed to the others is stored.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import { newId } from '../clock/id.ts';
import { hashToken } from '../secrets/secrets.ts';
import * as t from './columns.ts';
import { statement, type Statement } from './statement.ts';
import { transactInOneTrip, type Reader } from './transaction.ts';

let app: TestApp;
let person: Caller;
beforeAll(async () => {
  app = await startApp();
  person = await app.signUp();
});
afterAll(() => app.close());

const save = (id: string, content = 'Written', by = person) =>
  by.call('POST /api/check_ins', { body: { id, content, emoji: null } });
const outcomeOf = ({ status, json }: { status: number; json: unknown }) =>
  status === 200 ? 'saved' : (json as { code: string }).code;

async function storedIds(ids: string[]): Promise<string[]> {
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ id: string }>('select id from check_ins where id = any ($1)', [ids]),
  );
  return rows.map(({ id }) => id).toSorted();
}

/** How many connections wait for a lock. Uses a new connection: within one transaction, the view would not change. */
async function lockWaiters(): Promise<number | undefined> {
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    ),
  );
  return rows[0]?.count;
}

/** Runs `work` while another, uncommitted transaction has inserted the id. `release` rolls that back. */
async function whileTaken(id: string, work: (release: () => Promise<void>) => Promise<void>) {
  await app.database.asOwner(async (owner) => {
    await owner.query('begin');
    await owner.query(
      `insert into check_ins (id, user_id, content, search_text) values ($1, $2, 'Not committed', '')`,
      [id, person.userId],
    );
    await work(async () => void (await owner.query('rollback')));
  });
}

test('the same entry sent 12 times in one batch is stored once, and every caller gets success', async () => {
  const id = newId();
  const answers = await Promise.all(Array.from({ length: 12 }, () => save(id)));
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
  expect(await storedIds([id])).toEqual([id]);
});

test('of two different entries with one id in one batch, one is saved and the other gets id_taken', async () => {
  const id = newId();
  const answers = await Promise.all([save(id, 'One'), save(newId()), save(id, 'Another')]);
  expect(answers.map(outcomeOf).toSorted()).toEqual(['id_taken', 'saved', 'saved']);
});

test('a write that waits for a lock delays only its own batch', async () => {
  const id = newId();
  await whileTaken(id, async (release) => {
    const held = save(id);
    await expect.poll(lockWaiters).toBe(1);
    const others = Array.from({ length: 40 }, () => newId());
    const answers = await Promise.all(others.map((other) => save(other)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
    expect(await lockWaiters()).toBe(1);
    await release();
    expect(outcomeOf(await held)).toBe('saved');
  });
});

test('while all lanes wait for locks, the first one that is released commits the writes queued behind the others', async () => {
  const [first, second, third, behind] = [newId(), newId(), newId(), newId()];
  await whileTaken(first, (releaseFirst) =>
    whileTaken(second, (releaseSecond) =>
      whileTaken(third, async (releaseThird) => {
        const held = [save(first)];
        await expect.poll(lockWaiters).toBe(1);
        held.push(save(second));
        await expect.poll(lockWaiters).toBe(2);
        held.push(save(third));
        await expect.poll(lockWaiters).toBe(3);
        const queued = save(behind);
        await releaseThird();
        expect(outcomeOf(await queued)).toBe('saved');
        expect(await lockWaiters()).toBe(2);
        await releaseSecond();
        await releaseFirst();
        await Promise.all(held);
      }),
    ),
  );
});

test('two batches that deadlock are both saved in the end', async () => {
  const [first, middle, last] = [newId(), newId(), newId()];
  await whileTaken(middle, async (release) => {
    const one = [first, middle, last].map((id) => save(id));
    await expect.poll(lockWaiters).toBe(1);
    const other = [last, middle, first].map((id) => save(id));
    await expect.poll(lockWaiters).toBe(2);
    await release();
    const answers = await Promise.all([...one, ...other]);
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
  });
  expect(await storedIds([first, middle, last])).toEqual([first, middle, last].toSorted());
});

test('when a session ends during its writes, exactly the confirmed writes are stored', async () => {
  for (let round = 0; round < 5; round++) {
    const leaver = await app.signUp();
    const ids = Array.from({ length: 20 }, () => newId());
    const writes = ids.map((id) => save(id, 'Written', leaver));
    const otherWrite = save(newId());
    const [, , ...answers] = await Promise.all([
      leaver.call('POST /api/auth/sign-out', {}),
      otherWrite,
      ...writes,
    ]);
    const outcomes = answers.map(outcomeOf);
    expect(new Set([...outcomes, 'saved', 'no_session'])).toEqual(new Set(['saved', 'no_session']));
    expect(outcomeOf(await otherWrite)).toBe('saved');
    expect(await storedIds(ids)).toEqual(ids.filter((_id, at) => outcomes[at] === 'saved').toSorted());
    expect(outcomeOf(await save(newId(), 'Late', leaver))).toBe('no_session');
  }
});

test('when connections are lost in flight, confirmed writes are stored and a retry saves the rest', async () => {
  const ids = Array.from({ length: 60 }, () => newId());
  const lose = app.database.asOwner((owner) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like '%check_ins%'`,
    ),
  );
  const [, ...answers] = await Promise.all([lose, ...ids.map((id) => save(id))]);
  const outcomes = answers.map(outcomeOf);
  expect(new Set([...outcomes, 'saved', 'unavailable'])).toEqual(new Set(['saved', 'unavailable']));
  expect(await storedIds(ids)).toEqual(
    expect.arrayContaining(ids.filter((_id, at) => outcomes[at] === 'saved').toSorted()),
  );
  const again = await Promise.all(ids.map((id) => save(id)));
  expect(new Set(again.map(outcomeOf))).toEqual(new Set(['saved']));
  expect(await storedIds(ids)).toEqual(ids.toSorted());
});

test('a value that cannot be sent rejects only for its own caller', async () => {
  const token = hashToken(person.cookies['logbook-access']!);
  const wrong = transactInOneTrip(
    app.database.app,
    token,
    (tx) => tx.query(statement({ text: 'select from unnest($1::text[])' }), [{ an: 'object' }]),
    'write',
  );
  const [outcome, ...answers] = await Promise.allSettled([wrong, ...[1, 2, 3].map(() => save(newId()))]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
  expect(answers.map((answer) => answer.status === 'fulfilled' && outcomeOf(answer.value))).toEqual(
    [1, 2, 3].map(() => 'saved'),
  );
});

describe('one of several people whose writes share a batch', () => {
  const insertSql = statement({
    text: `insert into check_ins (id, user_id, content, search_text)
      select $1, app.viewer(), $2, '' where app.viewer() is not null returning user_id`,
    row: { user_id: t.uuid },
  });
  const foreignSql = statement({
    text: `insert into check_ins (id, user_id, content, search_text) values ($1, $2, 'Not mine', '')`,
  });
  const raise = (code: string) =>
    statement({ text: `do $$ begin raise exception 'raised' using errcode = '${code}'; end $$` });
  const waitSql = statement({ text: 'select pg_advisory_xact_lock_shared(81)' });

  type Work = (tx: Reader, id: string) => Promise<unknown>;
  const insert: Work = (tx, id) => tx.query(insertSql, [id, 'Written']);
  const insertThen =
    (failing: Statement): Work =>
    (tx, id) =>
      Promise.all([insert(tx, id), tx.query(failing)]);

  /** Three people write five entries each in one turn, so in one batch; the second person's third write is `work`. */
  async function writeWith(work: Work) {
    const people = await Promise.all([1, 2, 3].map(() => app.signUp()));
    const writes = Array.from({ length: 15 }, (_, at) => ({
      id: newId(),
      by: people[at % 3]!,
      isOdd: at === 7,
    }));
    const settled = Promise.allSettled(
      writes.map(({ id, by, isOdd }) =>
        transactInOneTrip(
          app.database.app,
          hashToken(by.cookies['logbook-access']!),
          (tx) => (isOdd ? work(tx, id) : insert(tx, id)),
          'write',
        ),
      ),
    );
    const stored = async () => {
      const ids = writes.map(({ id }) => id);
      const { rows } = await app.database.asOwner((owner) =>
        owner.query<{ id: string; user_id: string }>(
          'select id, user_id from check_ins where id = any ($1)',
          [ids],
        ),
      );
      return new Map(rows.map((row) => [row.id, row.user_id]));
    };
    return { writes, settled, stored };
  }

  test.each<[string, Work, RegExp]>([
    ['throws before it queries', () => Promise.reject(new Error('No.')), /No\./],
    ['violates a constraint', (tx, id) => tx.query(insertSql, [id, '']), /check constraint/],
    ['fails after a statement that succeeded', insertThen(raise('22012')), /raised/],
    ['fails to serialize', insertThen(raise('40001')), /raised/],
    ['is the victim of a deadlock', insertThen(raise('40P01')), /raised/],
    ['writes as another user', (tx, id) => tx.query(foreignSql, [id, person.userId]), /row-level security/],
    [
      'ignores an error',
      (tx, id) =>
        Promise.all([insert(tx, id), tx.query(raise('22012')).catch(() => 'ignored'), insert(tx, newId())]),
      /raised/,
    ],
  ])(
    '%s: only that write fails, and the others are stored as written by their owners',
    async (_, work, error) => {
      const { writes, settled, stored } = await writeWith(work);
      const outcomes = await settled;
      const failed = outcomes.filter(({ status }) => status === 'rejected');
      expect(failed).toEqual([outcomes[7]]);
      expect(failed).toMatchObject([{ reason: { message: expect.stringMatching(error) } }]);
      expect(await stored()).toEqual(
        new Map(writes.filter(({ isOdd }) => !isOdd).map(({ id, by }) => [id, by.userId])),
      );
    },
  );

  test('loses the connection between two statements: every write of the batch is rejected, and none is stored', async () => {
    await app.database.asOwner(async (owner) => {
      await owner.query('select pg_advisory_lock(81)');
      const { settled, stored } = await writeWith(insertThen(waitSql));
      await expect.poll(lockWaiters).toBe(1);
      await app.database.asOwner((other) =>
        other.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event = 'advisory'`,
        ),
      );
      expect(new Set((await settled).map(({ status }) => status))).toEqual(new Set(['rejected']));
      expect((await stored()).size).toBe(0);
      await owner.query('select pg_advisory_unlock(81)');
    });
    expect(outcomeOf(await save(newId()))).toBe('saved');
  });
});
