// What can go wrong among writes that share a transaction, by the route that has them: whoever is at fault hears of it,
// and what the others were told holds.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import type { Caller } from '../../../tests/support/caller.ts';
import { newId } from '../clock/id.ts';
import { hashToken } from '../secrets/secrets.ts';
import { transactAtOnce } from './transaction.ts';

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

async function kept(ids: string[]): Promise<string[]> {
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ id: string }>('select id from check_ins where id = any ($1)', [ids]),
  );
  return rows.map(({ id }) => id).toSorted();
}

/** How many connections wait for a lock; on a connection of its own, as one transaction always sees the same. */
async function waiting(): Promise<number | undefined> {
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    ),
  );
  return rows[0]?.count;
}

/** Somebody writes under the id and does not commit; `work` goes on meanwhile, and `letGo` gives the id back. */
async function whileTaken(id: string, work: (letGo: () => Promise<void>) => Promise<void>) {
  await app.database.asOwner(async (owner) => {
    await owner.query('begin');
    await owner.query('insert into check_ins (id, user_id, content) values ($1, $2, $3)', [
      id,
      person.userId,
      'Not committed',
    ]);
    await work(async () => void (await owner.query('rollback')));
  });
}

test('the same entry many times in one batch is one entry, and all hear of it as saved', async () => {
  const id = newId();
  const answers = await Promise.all(Array.from({ length: 12 }, () => save(id)));
  expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
  expect(await kept([id])).toEqual([id]);
});

test('of two entries under one id in one batch, one is saved and the other is told', async () => {
  const id = newId();
  const answers = await Promise.all([save(id, 'One'), save(newId()), save(id, 'Another')]);
  expect(answers.map(outcomeOf).toSorted()).toEqual(['id_taken', 'saved', 'saved']);
});

test('one who waits for a lock keeps only its own batch waiting', async () => {
  const id = newId();
  await whileTaken(id, async (letGo) => {
    const held = save(id);
    await expect.poll(waiting).toBe(1);
    const others = Array.from({ length: 40 }, () => newId());
    const answers = await Promise.all(others.map((other) => save(other)));
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
    expect(await waiting()).toBe(1);
    await letGo();
    expect(outcomeOf(await held)).toBe('saved');
  });
});

test('two batches that wait for each other are both saved in the end', async () => {
  const [first, middle, last] = [newId(), newId(), newId()];
  await whileTaken(middle, async (letGo) => {
    const one = [first, middle, last].map((id) => save(id));
    await expect.poll(waiting).toBe(1);
    const other = [last, middle, first].map((id) => save(id));
    await expect.poll(waiting).toBe(2);
    await letGo();
    const answers = await Promise.all([...one, ...other]);
    expect(new Set(answers.map(outcomeOf))).toEqual(new Set(['saved']));
  });
  expect(await kept([first, middle, last])).toEqual([first, middle, last].toSorted());
});

test('a session that ends among writes: what was answered as saved is there, and nothing else is', async () => {
  for (let round = 0; round < 5; round++) {
    const leaver = await app.signUp();
    const ids = Array.from({ length: 20 }, () => newId());
    const writes = ids.map((id) => save(id, 'Written', leaver));
    const stays = save(newId());
    const [, , ...answers] = await Promise.all([
      leaver.call('POST /api/auth/sign-out', {}),
      stays,
      ...writes,
    ]);
    const outcomes = answers.map(outcomeOf);
    expect(new Set([...outcomes, 'saved', 'no_session'])).toEqual(new Set(['saved', 'no_session']));
    expect(outcomeOf(await stays)).toBe('saved');
    expect(await kept(ids)).toEqual(ids.filter((_id, at) => outcomes[at] === 'saved').toSorted());
    expect(outcomeOf(await save(newId(), 'Late', leaver))).toBe('no_session');
  }
});

test('connections lost under way: what was answered as saved is there, and a repeat mends the rest', async () => {
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
  expect(await kept(ids)).toEqual(
    expect.arrayContaining(ids.filter((_id, at) => outcomes[at] === 'saved').toSorted()),
  );
  const again = await Promise.all(ids.map((id) => save(id)));
  expect(new Set(again.map(outcomeOf))).toEqual(new Set(['saved']));
  expect(await kept(ids)).toEqual(ids.toSorted());
});

test('a value that cannot be sent is the fault of its caller alone', async () => {
  const token = hashToken(person.cookies['logbook-access']!);
  const wrong = transactAtOnce(
    app.database.app,
    token,
    (tx) => tx.query('select $1', [{ an: 'object' }]),
    'write',
  );
  const [fault, ...answers] = await Promise.allSettled([wrong, ...[1, 2, 3].map(() => save(newId()))]);
  expect(fault).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
  expect(answers.map((answer) => answer.status === 'fulfilled' && outcomeOf(answer.value))).toEqual(
    [1, 2, 3].map(() => 'saved'),
  );
});
