import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { newId } from '../clock/id.ts';
import { hashToken } from '../secrets/secrets.ts';
import * as t from './columns.ts';
import { statement } from './statement.ts';
import {
  entrance,
  readByRefreshToken,
  readInOneStatement,
  transact,
  transactInOneTrip,
  type Tx,
} from './transaction.ts';
import { sendTrip } from './trip.ts';

let app: TestApp;
let person: { id: string; token: Buffer; refresh: Buffer };
beforeAll(async () => {
  app = await startApp();
  const caller = await app.signUp();
  person = {
    id: caller.userId,
    token: hashToken(caller.cookies['logbook-access']!),
    refresh: hashToken(caller.cookies['logbook-refresh']!),
  };
});
afterAll(() => app.close());

const writeSql = statement({
  text: `insert into check_ins (id, user_id, content, search_text) values ($1, $2, $3, '')`,
});
const write = (tx: Tx, id = newId()) => tx.query(writeSql, [id, person.id, 'Written']);
const ownSql = statement({
  text: 'select bool_and(user_id = app.viewer()) as own from check_ins',
  row: { own: t.nullable(t.bool) },
});
const walSql = statement({ text: 'select pg_current_wal_insert_lsn()::text as at', row: { at: t.text } });
const insertSql = statement({
  text: `insert into check_ins (id, user_id, content, search_text)
    select $1, app.viewer(), $2, '' where app.viewer() is not null`,
});
const enterAndInsertSql = statement({
  text: `insert into check_ins (id, user_id, content, search_text)
    select $1, user_id, $2, '' from app.enter($3) where user_id is not null
    returning user_id, pg_current_wal_insert_lsn()::text as at`,
  row: { user_id: t.uuid, at: t.text },
});
const enterAndReadSql = statement({
  text: `select entered.user_id, (select app.viewer()) as viewer, found.own
    from app.enter($1) entered
    left join lateral (select bool_and(user_id = entered.user_id) as own from check_ins) found on true`,
  row: { user_id: t.nullable(t.uuid), viewer: t.nullable(t.uuid), own: t.nullable(t.bool) },
});
const failingSql = statement({ text: 'select 1 / 0 as never', row: { never: t.int } });

const exists = async (id: string) => {
  const { rowCount } = await app.database.asOwner((owner) =>
    owner.query('select from check_ins where id = $1', [id]),
  );
  return rowCount === 1;
};

test('with a refresh token, a trip reads what its user may see, and changes nothing', async () => {
  await transact(app.database.app, person.token, (tx) => write(tx), 'write');
  const { viewer, result } = await readByRefreshToken(app.database.app, person.refresh, (tx) =>
    tx.query(ownSql),
  );
  expect(viewer?.userId).toBe(person.id);
  expect(result).toEqual([{ own: true }]);
  const id = newId();
  const writing = readByRefreshToken(app.database.app, person.refresh, (tx) =>
    tx.query(insertSql, [id, 'No']),
  );
  // Read-only transaction.
  await expect(writing).rejects.toMatchObject({ code: '25006' });
  expect(await exists(id)).toBe(false);
});

test('an access token is not accepted as a refresh token, nor the other way around', async () => {
  const read = (tx: Pick<Tx, 'query'>) => tx.query(ownSql);
  expect(await readByRefreshToken(app.database.app, person.token, read)).toEqual({
    viewer: null,
    result: [{ own: null }],
  });
  expect((await transactInOneTrip(app.database.app, person.refresh, read)).viewer).toBeNull();
});

test('a write is on disk when its promise resolves', async () => {
  for (let round = 0; round < 20; round++) {
    const written = await transact(
      app.database.app,
      person.token,
      async (tx) => {
        await write(tx);
        const [row] = await tx.query(walSql);
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

const settingsSql = statement({
  text: `select current_setting('statement_timeout') as timeout, current_setting('synchronous_commit') as commits`,
  row: { timeout: t.text, commits: t.text },
});

test.each([
  ['a read', 'read', '5s', 'on'],
  ['a write', 'write', '15s', 'off'],
  ['a transaction without a purpose', undefined, '5s', 'on'],
] as const)(
  '%s has its timeout, and only a write shares its commit with others',
  async (_what, purpose, ...expected) => {
    for (const token of [person.token, null]) {
      const [settings] = await transact(app.database.app, token, (tx) => tx.query(settingsSql), purpose);
      expect([settings!.timeout, settings!.commits]).toEqual(expected);
    }
  },
);

test('after a write, the transactions that follow commit synchronously again', async () => {
  await transact(app.database.app, person.token, (tx) => write(tx), 'write');
  const settings = await Promise.all(
    Array.from({ length: 20 }, () => app.database.app.query('show synchronous_commit')),
  );
  expect(new Set(settings.map(({ rows }) => rows[0].synchronous_commit))).toEqual(new Set(['on']));
});

test('a transaction whose work ignores a failed query rejects and rolls back', async () => {
  const id = newId();
  const work = async (tx: Tx) => {
    await write(tx, id);
    await tx.query(failingSql).catch(() => undefined);
  };
  await expect(transact(app.database.app, person.token, work, 'write')).rejects.toThrow(/aborted/);
  expect(await exists(id)).toBe(false);
});

const viewerAndUsers = statement({
  text: 'select app.viewer() as me, (select count(*)::int from users) as people',
  row: { me: t.nullable(t.uuid), people: t.int },
});
const oneSql = statement({ text: 'select 1 as one', row: { one: t.int } });

test('a single-trip read runs as the viewer, or as anonymous without a live session', async () => {
  const read = (token: Buffer | null) =>
    transactInOneTrip(app.database.app, token, (tx) => tx.query(viewerAndUsers));
  expect(await read(person.token)).toMatchObject({
    viewer: { userId: person.id },
    result: [{ me: person.id, people: 1 }],
  });
  const anonymous = { viewer: null, result: [{ me: null, people: 0 }] };
  expect(await read(null)).toEqual(anonymous);
  expect(await read(hashToken('no such token'))).toEqual(anonymous);
  const { rows } = await app.database.app.query(viewerAndUsers.text);
  expect(rows).toEqual([{ me: null, people: 0 }]);
});

test('a single trip takes several queries, but rejects a query after the first await', async () => {
  const both = await transactInOneTrip(app.database.app, person.token, (tx) =>
    Promise.all([tx.query(oneSql), tx.query(viewerAndUsers)]),
  );
  expect(both.result).toEqual([[{ one: 1 }], [{ me: person.id, people: 1 }]]);
  const late = transactInOneTrip(app.database.app, person.token, async (tx) => {
    await tx.query(oneSql);
    return tx.query(viewerAndUsers);
  });
  await expect(late).rejects.toThrow('The trip was already sent');
});

test('an error in a single trip is thrown, rolls back and leaves the connection usable', async () => {
  const id = newId();
  for (let round = 0; round < 30; round++) {
    const failing = transactInOneTrip(app.database.app, person.token, (tx) =>
      Promise.all([tx.query(insertSql, [id, 'x']), tx.query(failingSql)]),
    );
    await expect(failing).rejects.toThrow('division by zero');
  }
  const thrown = transactInOneTrip(app.database.app, person.token, () => {
    throw new Error('before any query');
  });
  await expect(thrown).rejects.toThrow('before any query');
  expect(await exists(id)).toBe(false);
  const { result } = await transactInOneTrip(app.database.app, person.token, (tx) =>
    tx.query(viewerAndUsers),
  );
  expect(result).toEqual([{ me: person.id, people: 1 }]);
});

const writeInOneTrip = (id: string, token: Buffer | null = person.token, content = 'Written') =>
  transactInOneTrip(
    app.database.app,
    token,
    async (tx) => {
      const queries = [tx.query(insertSql, [id, content]), tx.query(walSql)] as const;
      const [, [row]] = await Promise.all(queries);
      return row!.at;
    },
    'write',
  );

test('single-trip writes are on disk when their promises resolve, alone or 60 concurrently', async () => {
  const ids: string[] = [];
  for (const callers of [1, 1, 3, 60]) {
    await Promise.all(
      Array.from({ length: callers }, async () => {
        const id = newId();
        const { result, viewer } = await writeInOneTrip(id);
        expect(viewer?.userId).toBe(person.id);
        const { rows } = await app.database.app.query<{ kept: boolean }>(
          'select pg_current_wal_flush_lsn() >= $1::pg_lsn as kept',
          [result],
        );
        expect(rows).toEqual([{ kept: true }]);
        ids.push(id);
      }),
    );
  }
  const { rowCount } = await app.database.asOwner((owner) =>
    owner.query('select from check_ins where id = any ($1)', [ids]),
  );
  expect(rowCount).toBe(65);
});

test('an error in one of several batched writes rejects and rolls back only that write', async () => {
  const ids = Array.from({ length: 20 }, () => newId());
  const outcomes = await Promise.allSettled(
    ids.map((id, at) => writeInOneTrip(id, person.token, at === 7 ? '' : 'Written')),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(
    ids.map((_id, at) => (at === 7 ? 'rejected' : 'fulfilled')),
  );
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ id: string }>('select id from check_ins where id = any ($1)', [ids]),
  );
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.filter((_id, at) => at !== 7).toSorted());
});

test('a single-trip write with an unknown token inserts no row', async () => {
  const id = newId();
  expect(await writeInOneTrip(id, hashToken('no such token'))).toMatchObject({ viewer: null });
  expect(await exists(id)).toBe(false);
});

test('callers batched into one transaction write as themselves, and anonymous ones insert no row', async () => {
  const other = await app.signUp();
  const tokens = [
    person.token,
    hashToken(other.cookies['logbook-access']!),
    null,
    hashToken('no such token'),
  ];
  const ids = Array.from({ length: 24 }, () => newId());
  const outcomes = await Promise.all(
    ids.map((id, at) =>
      transactInOneTrip(
        app.database.app,
        tokens[at % 4]!,
        (tx) => Promise.all([tx.query(insertSql, [id, 'Written']), tx.query(ownSql)]),
        'write',
      ),
    ),
  );
  const people = [person.id, other.userId, undefined, undefined];
  expect(outcomes.map(({ viewer }) => viewer?.userId)).toEqual(ids.map((_id, at) => people[at % 4]));
  expect(outcomes.map(({ result: [, [seen]] }) => seen?.own)).toEqual(
    ids.map((_id, at) => (people[at % 4] ? true : null)),
  );
  const { rows } = await app.database.asOwner((owner) =>
    owner.query<{ id: string; user_id: string; xmin: string }>(
      'select id, user_id, xmin::text from check_ins where id = any ($1)',
      [ids],
    ),
  );
  expect(new Map(rows.map((row) => [row.id, row.user_id]))).toEqual(
    new Map(ids.map((id, at) => [id, people[at % 4]] as const).filter(([, id]) => id)),
  );
  // Makes sure that some writes shared a transaction.
  expect(new Set(rows.map(({ xmin }) => xmin)).size).toBeLessThan(rows.length);
});

test('a statement that enters itself writes as its caller, alone and in a batch, and is on disk', async () => {
  const other = await app.signUp();
  const people = [person.id, other.userId, undefined, undefined, 'refused'];
  const otherToken = hashToken(other.cookies['logbook-access']!);
  const tokens = [person.token, otherToken, null, hashToken('no such token'), person.token];
  const write = async (at: number) => {
    const content = people[at % 5] === 'refused' ? '' : 'Written';
    const values = [newId(), content];
    const [row] = await entrance(app.database.app, tokens[at % 5]!).enterAndQuery(enterAndInsertSql, values);
    if (!row) return undefined;
    const { rows } = await app.database.app.query<{ kept: boolean }>(
      'select pg_current_wal_flush_lsn() >= $1::pg_lsn as kept',
      [row.at],
    );
    expect(rows).toEqual([{ kept: true }]);
    return row.user_id;
  };
  const outcomeOf = (at: number) => write(at).catch(() => 'refused');
  for (let at = 0; at < 5; at++) expect(await outcomeOf(at)).toBe(people[at % 5]);
  const outcomes = await Promise.all(Array.from({ length: 40 }, (_, at) => outcomeOf(at)));
  expect(outcomes).toEqual(outcomes.map((_outcome, at) => people[at % 5]));
});

test('a statement that enters itself reads as its caller, alone and next to others on a connection, and leaves no viewer', async () => {
  const other = await app.signUp();
  await transact(app.database.app, person.token, (tx) => write(tx), 'write');
  const otherToken = hashToken(other.cookies['logbook-access']!);
  const tokens = [person.token, otherToken, null, hashToken('no such token')];
  const people = [person.id, other.userId, undefined, undefined];
  const read = (at: number) =>
    readInOneStatement(app.database.app, tokens[at % 4]!, async (tx) => {
      const [row] = await tx.enterAndQuery(enterAndReadSql, []);
      return row?.user_id ? { userId: row.user_id, result: row } : undefined;
    });
  const without = () => transactInOneTrip(app.database.app, null, (tx) => tx.query(ownSql));
  const expected = (at: number) =>
    people[at % 4] && {
      ...{ user_id: people[at % 4], viewer: people[at % 4] },
      own: at % 4 === 0 ? true : null,
    };
  for (let at = 0; at < 4; at++) expect(await read(at)).toEqual(expected(at));
  const found = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => [await read(at), (await without()).result] as const),
  );
  expect(found.map(([row]) => row)).toEqual(found.map((_row, at) => expected(at)));
  expect(found.every(([, [seen]]) => seen?.own === null)).toBe(true);
});

test('single-trip reads and writes work again after their connections were lost', async () => {
  const lose = () =>
    app.database.asOwner((owner) =>
      owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%app.%'`,
      ),
    );
  const writes = Array.from({ length: 30 }, () => writeInOneTrip(newId()));
  const reads = Array.from({ length: 30 }, () =>
    transactInOneTrip(app.database.app, person.token, (tx) => tx.query(viewerAndUsers)),
  );
  await Promise.allSettled([lose(), ...writes, ...reads]);
  await expect.poll(async () => (await writeInOneTrip(newId())).viewer?.userId).toBe(person.id);
  const { result } = await transactInOneTrip(app.database.app, person.token, (tx) =>
    tx.query(viewerAndUsers),
  );
  expect(result).toEqual([{ me: person.id, people: 1 }]);
});

test('a trip that gets no connection rejects, and the next one succeeds', async () => {
  const read = () => transactInOneTrip(app.database.app, person.token, (tx) => tx.query(viewerAndUsers));
  for (const trip of [read, () => writeInOneTrip(newId())]) {
    const connect = vi.spyOn(app.database.app as { connect(): Promise<unknown> }, 'connect');
    connect.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
    await expect(trip()).rejects.toThrow('connect ECONNREFUSED');
    connect.mockRestore();
    expect((await trip()).viewer?.userId).toBe(person.id);
  }
});

test('a trip succeeds although the trip ahead failed before it prepared a statement of both', async () => {
  const client = await app.database.app.connect();
  const rows: unknown[] = [];
  const pending = { values: [], resolve: (some: unknown[]) => rows.push(...some), reject: () => undefined };
  const named = { text: 'select 1 as one', name: 'only_in_this_test' };
  try {
    const [first, second] = await Promise.allSettled([
      sendTrip(client, [
        { ...failingSql, ...pending },
        { ...named, ...pending },
      ]),
      sendTrip(client, [{ ...named, ...pending }]),
    ]);
    expect(first).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
    expect(second.status).toBe('fulfilled');
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
});
