// Entries without a connection: none is lost, and none is doubled.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { startWorld, type Machine, type Person, type World } from './world.ts';

let world: World;
let ada: Person;
let machine: Machine;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Each test has its own user, because a token has few writes a minute. */
async function signedIn(): Promise<void> {
  ada = await world.signUp();
  machine = await world.machine();
  await machine.signIn(ada);
}

const waiting = () => (existsSync(machine.queue) ? readdirSync(machine.queue) : []);
const contents = async () => (await machine.entries(ada)).map(({ content }) => content);

/** Stops the server for a while, as a lost connection would. */
async function offline<T>(work: () => Promise<T>): Promise<T> {
  await world.server.stop();
  try {
    return await work();
  } finally {
    world.server.start();
    await world.server.untilReady();
  }
}

describe('an entry without a connection', () => {
  it('is stored with its files, says so, and is sent with the next command, in order and with its time', async () => {
    await signedIn();
    writeFileSync(join(machine.home, 'notes.txt'), 'Some notes');
    const before = Date.now();
    await offline(async () => {
      const first = await machine.run(['add', 'First', '-f', 'notes.txt', '-e', '💡']);
      expect([first.code, first.out]).toEqual([
        0,
        '… The server cannot be reached. The entry is stored on this machine and sent with your next command.\n',
      ]);
      expect(await machine.json(['add', 'Second', '--date', '2026-01-05'])).toMatchObject({
        state: 'waiting',
      });
      expect((await machine.run(['list'])).code).toBe(5);
      expect((await machine.run(['queue'])).out).toMatch(/^1\t\S+\tFirst\n2\t\S+\tSecond\n$/);
    });
    // Even if its file has gone meanwhile.
    rmSync(join(machine.home, 'notes.txt'));
    const { out, err } = await machine.run(['list']);
    expect(err).toBe('2 waiting entries were sent.\n');
    expect(out.split('\n').map((line) => line.split('\t').pop())).toEqual(['First', 'Second', '']);
    const [first, second] = await machine.entries(ada);
    expect(first).toMatchObject({ content: 'First', emoji: '💡', file_count: 1, source: 'cli' });
    expect(Math.abs(Date.parse(first!.created_at) - before)).toBeLessThan(60_000);
    // Noon in Berlin.
    expect(second).toMatchObject({ content: 'Second', created_at: '2026-01-05T11:00:00.000Z' });
    expect(waiting()).toEqual([]);
  });

  it('is added once, however many processes send it at the same time', async () => {
    await signedIn();
    await offline(async () => {
      for (const text of ['One', 'Two', 'Three']) await machine.run(['add', text]);
    });
    const results = await Promise.all(Array.from({ length: 4 }, () => machine.run(['queue', 'send'])));
    expect(results.map(({ code, err }) => [code, err])).toEqual(results.map(() => [0, '']));
    expect((await contents()).sort()).toEqual(['One', 'Three', 'Two']);
    expect(waiting()).toEqual([]);
  });

  it('is neither lost nor doubled when the process is killed', async () => {
    await signedIn();
    const texts = Array.from({ length: 12 }, (_, n) => `Killed ${n}`);
    const acknowledged: string[] = [];
    for (const [at, text] of texts.entries()) {
      const { child, done } = machine.start(['add', text]);
      setTimeout(() => child.kill('SIGKILL'), 40 + at * 25);
      const { code } = await done;
      if (code === 0) acknowledged.push(text);
    }
    expect((await machine.run(['queue', 'send'])).code).toBe(0);
    const added = await contents();
    expect(new Set(added).size).toBe(added.length);
    expect(texts).toEqual(expect.arrayContaining(added));
    expect(added).toEqual(expect.arrayContaining(acknowledged));
    expect(waiting().filter((name) => name.endsWith('.json'))).toEqual([]);
  });

  it('is added once when the response is lost', async () => {
    await signedIn();
    const proxy = await startLossyProxy(world.url);
    const { url, close } = proxy;
    const credentials = join(machine.home, 'config', 'logbook', 'credentials.json');
    const stored = JSON.parse(readFileSync(credentials, 'utf8')) as object;
    writeFileSync(credentials, JSON.stringify({ ...stored, url }));
    expect((await machine.run(['add', 'Lost response'])).out).toContain('stored on this machine');
    proxy.heal();
    expect((await machine.run(['queue', 'send'])).out).toBe('1 entry sent.\n');
    await close();
    expect(await contents()).toEqual(['Lost response']);
  });

  it('waits for its own account', async () => {
    await signedIn();
    await offline(() => machine.run(['add', 'Only for Ada']));
    const bea = await world.signUp();
    await machine.login(bea);
    expect((await machine.run(['list'])).err).toBe('No entries.\n');
    expect(await machine.entries(bea)).toEqual([]);
    await machine.login(ada);
    expect((await machine.run(['list'])).out).toContain('Only for Ada');
  });
});

describe('an entry that the machine cannot store', () => {
  it('goes to the server alone, and its text is printed if that fails', async () => {
    await signedIn();
    rmSync(join(machine.home, 'data'), { recursive: true, force: true });
    writeFileSync(join(machine.home, 'data'), 'not a folder');
    expect((await machine.run(['add', 'Straight to the server'])).code).toBe(0);
    expect(await contents()).toEqual(['Straight to the server']);
    await offline(async () => {
      const { code, err } = await machine.run(['add', 'Nowhere to go']);
      expect(code).toBe(4);
      expect(err).toContain('Not saved. Your text:\n\nNowhere to go\n');
      expect(err).toContain('A part of the path is not a folder.');
    });
  });

  it('goes to the server alone on a full disk, too, and leaves no half of a file', async () => {
    await signedIn();
    const folder = join(machine.home, 'data');
    mkdirSync(join(folder, 'logbook', 'queue'), { recursive: true });
    const disk = canMount ? mountSmallDisk(folder, 1) : undefined;
    try {
      const env = disk ? fill(folder) : { XDG_DATA_HOME: '/dev/full' };
      expect((await machine.run(['add', 'On a full disk'], { env })).code).toBe(0);
      expect(await contents()).toEqual(['On a full disk']);
      await offline(async () => {
        const { code, err } = await machine.run(['add', 'Nowhere'], { env });
        expect([code, err.includes('Your text:\n\nNowhere')]).toEqual([4, true]);
        expect(err).toContain(disk ? 'The disk is full.' : 'is not a folder.');
      });
      expect(disk ? readdirSync(machine.queue) : []).toEqual([]);
    } finally {
      disk?.remove();
    }
  });
});

/** Fills a small disk. */
function fill(folder: string): Record<string, string> {
  mkdirSync(join(folder, 'logbook', 'queue'), { recursive: true });
  try {
    writeFileSync(join(folder, 'filling'), Buffer.alloc(2 * 1024 * 1024));
  } catch {
    // It is full now.
  }
  return {};
}

it('an entry that the server refuses stays until the user removes it, and blocks no other', async () => {
  await signedIn();
  await offline(() => machine.run(['add', 'Fine']));
  const [name] = waiting();
  const file = join(machine.queue, name!);
  const entry = JSON.parse(readFileSync(file, 'utf8')) as object;
  const id = '01900000-0000-7000-8000-000000000001';
  writeFileSync(join(machine.queue, `${id}.json`), JSON.stringify({ ...entry, id, text: ' ' }));
  expect((await machine.run(['queue', 'send'])).err).toContain('1 refused. See: logbook queue');
  expect(await contents()).toEqual(['Fine']);
  expect((await machine.run(['queue'])).err).toContain('Refused: ');
  expect((await machine.run(['queue', 'remove', '1'])).code).toBe(0);
  expect(waiting()).toEqual([]);
});

/** Passes requests on, but not the responses to captured entries, until it is healed. */
async function startLossyProxy(target: string) {
  let isLossy = true;
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { host: _, connection: _c, ...headers } = request.headers as Record<string, string>;
      const passed = await fetch(target + request.url!, {
        method: request.method!,
        headers,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      });
      const body = Buffer.from(await passed.arrayBuffer());
      if (isLossy && request.url === '/api/capture') return request.socket.destroy();
      response.writeHead(passed.status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    heal: () => (isLossy = false),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
