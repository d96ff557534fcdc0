// Who receives what over the WebSocket, on a server that really listens: nothing without a session, from a foreign page
// or about other users. The socket closes when its session ends.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { callers, type Headers, type Kind } from './callers.ts';
import { withinOneSecond, listen, type Listening } from './socket.ts';
import { makeWorld, startSession, type Person, type World } from './world.ts';

let app: TestApp;
let world: World;
let kinds: Kind[];
let url: string;
const sockets: Listening[] = [];

beforeAll(async () => {
  app = await startApp();
  world = await makeWorld(app);
  kinds = callers(app, world);
  const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
  url = `${address.replace(/^http/, 'ws')}/api/live`;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(() => app.close());

async function open(headers: Headers, since?: string): Promise<Listening> {
  return openAt(since === undefined ? url : `${url}?since=${since}`, headers);
}

async function openAt(address: string, headers: Headers): Promise<Listening> {
  const socket = listen(address, headers);
  sockets.push(socket);
  await socket.settled;
  return socket;
}

async function write(person: Person): Promise<string> {
  const { access } = await startSession(app, person);
  const id = newId();
  const headers = { authorization: `Bearer ${access}` };
  const body = { id, content: 'Something new' };
  const { status } = await app.anonymous().call('POST /api/check_ins', { body, headers });
  expect(status).toBe(200);
  return id;
}

it('the live socket accepts exactly the callers with a valid session and an allowed origin', async () => {
  const answers: Record<string, number | undefined> = {};
  const expected: Record<string, number | undefined> = {};
  for (const kind of kinds) {
    const headers = await kind.headers();
    const socket = await open(headers);
    answers[kind.name] = socket.closed;
    // Without anything like a token, there is no socket that could be closed with a code.
    const hasToken = /[\w-]{43}/.test(headers['authorization'] ?? headers['cookie'] ?? '');
    const refusal = kind.foreignPage ? 4403 : hasToken ? 4401 : 1006;
    expected[kind.name] = kind.live && !kind.foreignPage ? undefined : refusal;
  }
  expect(answers).toEqual(expected);

  await write(world.owner);
  const last = sockets[kinds.findIndex((kind) => kind.name === 'owner, bearer')]!;
  await expect.poll(() => last.events.length, withinOneSecond).toBe(1);
  const notified = kinds.filter((_, index) => sockets[index]!.events.length > 0).map((kind) => kind.name);
  expect(notified).toEqual(['owner, bearer', 'owner, cookies']);
});

it('the live socket sends each user their own events and no others', async () => {
  const [owner, stranger] = await Promise.all(
    ['owner, cookies', 'stranger, cookies'].map(async (name) =>
      open(await kinds.find((kind) => kind.name === name)!.headers()),
    ),
  );
  const ownersId = await write(world.owner);
  // Events arrive in order: once the second one is here, the first would also have arrived.
  const strangersId = await write(world.stranger);
  await expect
    .poll(() => stranger!.events, withinOneSecond)
    .toEqual([{ kind: 'check_ins', id: strangersId }]);
  expect(owner!.events).toEqual([{ kind: 'check_ins', id: ownersId }]);
});

describe('a live socket that begins at a position', () => {
  const position = async () => {
    const { rows } = await app.database.asOwner((db) =>
      db.query<{ position: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as position'),
    );
    return rows[0]!.position;
  };
  const ownHeaders = async () => ({
    authorization: `Bearer ${(await startSession(app, world.owner)).access}`,
  });

  it('sends what its user wrote since then, and nothing from before', async () => {
    const headers = await ownHeaders();
    await write(world.owner);
    const before = await position();
    const id = await write(world.owner);
    await write(world.stranger);
    const socket = await open(headers, before);
    await expect.poll(() => socket.events, withinOneSecond).toEqual([{ kind: 'check_ins', id }]);
    expect(socket.missed).toBe(false);
    const next = await write(world.owner);
    await expect.poll(() => socket.events.at(-1), withinOneSecond).toEqual({ kind: 'check_ins', id: next });
  });

  it('sends a change that began before the position and was committed after it', async () => {
    const headers = await ownHeaders();
    await app.database.asOwner(async (db) => {
      await db.query('begin');
      await db.query('update users set email = email where id = $1', [world.owner.userId]);
      await db.query(`update profiles set full_name = full_name || '.' where user_id = $1`, [
        world.owner.userId,
      ]);
      const during = await position();
      await db.query('commit');
      const socket = await open(headers, during);
      await expect.poll(() => socket.events.map(({ kind }) => kind), withinOneSecond).toEqual(['profiles']);
      expect(socket.missed).toBe(false);
    });
  });

  it.each(['1', '-1', 'x', '1e3', '9'.repeat(21), '1 or 1=1'])(
    'says that events were missed for the position %s, of which it knows nothing',
    async (since) => {
      const socket = await open(await ownHeaders(), encodeURIComponent(since));
      expect([socket.closed, socket.missed]).toEqual([undefined, true]);
    },
  );
});

describe('a live socket that begins a while ago', () => {
  const owner = async () => ({ authorization: `Bearer ${(await startSession(app, world.owner)).access}` });

  it('sends what its user wrote in that time', async () => {
    const headers = await owner();
    const startedAt = Date.now();
    const id = await write(world.owner);
    await write(world.stranger);
    const socket = await openAt(`${url}?age=${Date.now() - startedAt + 50}`, headers);
    await expect.poll(() => socket.events.at(-1), withinOneSecond).toEqual({ kind: 'check_ins', id });
    expect(socket.missed).toBe(false);
  });

  it.each(['999999', '-1', 'x', '1e3', '9999999'])(
    'says that events were missed in the last %s milliseconds, of which it knows nothing',
    async (age) => {
      const socket = await openAt(`${url}?age=${encodeURIComponent(age)}`, await owner());
      expect([socket.closed, socket.missed]).toEqual([undefined, true]);
    },
  );
});

it('the live socket sends only the kinds of events that the features list', async () => {
  const owner = await open(await kinds.find(({ name }) => name === 'owner, cookies')!.headers());
  const event = `unlisted ${world.owner.userId} 1 1`;
  await app.database.asOwner((db) => db.query(`select pg_notify('logbook_live', $1)`, [event]));
  const id = await write(world.owner);
  await expect.poll(() => owner.events, withinOneSecond).toEqual([{ kind: 'check_ins', id }]);
});

describe('a live socket closes within a second', () => {
  const own = async (life?: number) => {
    const tokens = await startSession(app, world.owner, life);
    const headers = { authorization: `Bearer ${tokens.access}` };
    const socket = await open(headers);
    expect(socket.closed).toBeUndefined();
    return { tokens, headers, socket };
  };

  it('after its session signs out, while sockets of other sessions stay open', async () => {
    const { headers, socket } = await own();
    const other = await own();
    await app.anonymous().call('POST /api/auth/sign-out', { headers });
    await expect.poll(() => socket.closed, withinOneSecond).toBe(4401);
    const id = await write(world.owner);
    await expect.poll(() => other.socket.events, withinOneSecond).toEqual([{ kind: 'check_ins', id }]);
    expect(socket.events).toEqual([]);
  });

  it('after its session is ended from another device', async () => {
    const { tokens, socket } = await own();
    await app.database.asOwner((db) => db.query('delete from sessions where id = $1', [tokens.session]));
    await expect.poll(() => socket.closed, withinOneSecond).toBe(4401);
  });

  it('after its access token expires', async () => {
    const { socket } = await own(0.5);
    await expect.poll(() => socket.closed, { ...withinOneSecond, timeout: 1500 }).toBe(4401);
  });

  it('after all sessions end, and after the account is deleted', async () => {
    const ended = await own();
    await own();
    await app.database.asOwner((db) =>
      db.query('delete from sessions where user_id = $1', [world.owner.userId]),
    );
    await expect.poll(() => ended.socket.closed, withinOneSecond).toBe(4401);
    const deleted = await own();
    await app.database.asOwner((db) => db.query('delete from users where id = $1', [world.owner.userId]));
    await expect.poll(() => deleted.socket.closed, withinOneSecond).toBe(4401);
  });
});
