// What a body may cost before it is refused, for every operation of every feature. No operation is named here, so new
// ones are covered automatically.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultBodyLimit, isModest, maxValues } from '#platform/http/json-body.ts';
import type { Operation } from '#platform/http/operation.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { requestHead, sendRaw, type RawExchange } from '../support/raw-http.ts';
import { withRoutes } from './routes.ts';
import type { Withheld } from './withholding-worker.ts';
import { largestOf } from './worst-body.ts';

const kilobyte = 1024;
const imports = 'POST /api/guest_import';
/** They have many more items than fit when all are at their limits: their bytes are limited as a whole. */
const limitedAsWhole = [
  ...['POST /api/packets', 'PUT /api/packets/:id'],
  ...['POST /api/suggestions', 'POST /api/suggestions/accept', 'POST /api/suggestions/import'],
  'POST /api/imported_records',
];

let app: TestApp;
let port: number;
let operations: [string, Operation][];
let sessions: Record<
  'no token' | 'a malformed token' | 'an unknown token' | 'a session',
  Record<string, string>
>;

beforeAll(async () => {
  const found = await withRoutes(() => startApp());
  app = found.started;
  operations = found.operations;
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.server.address() as AddressInfo);
  const ada = await app.signUp();
  const cookie = Object.entries(ada.cookies).map(([name, value]) => `${name}=${value}`);
  sessions = {
    'no token': {},
    'a malformed token': { authorization: `Bearer ${'A'.repeat(42)}B` },
    'an unknown token': { authorization: `Bearer ${'A'.repeat(43)}` },
    'a session': { cookie: cookie.join('; '), origin: app.config.appUrl },
  };
});
afterAll(() => app.close());

const limitOf = ({ bodyLimit = defaultBodyLimit }: Operation) => bodyLimit;
const routeOf = (key: string) => key.replace(/:\w+/g, '019382ab-7b1c-7000-8000-0123456789ab');

it('no operation admits more than 256 kB of JSON, except the import', () => {
  const large = operations.filter(([, operation]) => limitOf(operation) > 256 * kilobyte);
  expect(large.map(([key]) => key)).toEqual([imports]);
  expect(operations.length).toBeGreaterThan(100);
});

it('the largest body that a schema admits is within the limits of its operation, however it is escaped', () => {
  const problems: string[] = [];
  for (const [key, operation] of operations) {
    if (!operation.body) continue;
    // The browser imports as many items at once as fit: an item at all its limits must fit alone.
    const items = key === imports ? { items: 10 } : limitedAsWhole.includes(key) ? { items: 1 } : {};
    const inItems = (value: unknown) =>
      key === imports
        ? {
            ...(value as object),
            check_ins: (value as { check_ins: unknown[] }).check_ins.slice(0, 1),
            goals: [],
          }
        : value;
    try {
      const body = inItems(largestOf(operation.body, { discards: operation.discards, ...items }));
      const bytes = Buffer.from(JSON.stringify(body));
      const limit = limitOf(operation);
      if (bytes.length > limit) problems.push(`${key}: ${bytes.length} bytes, limit ${limit}`);
      if (bytes.length * 4 < limit && operation.bodyLimit !== undefined)
        problems.push(`${key}: ${bytes.length} bytes need no limit of ${limit}`);
      if (!isModest(bytes, maxValues(limit))) problems.push(`${key}: too deep, or too many values`);
    } catch (error) {
      problems.push(`${key}: ${(error as Error).message}`);
    }
  }
  expect(problems).toEqual([]);
});

const shapes: Record<string, (limit: number) => string> = {
  'a large': (limit) => `{"a":"${'x'.repeat(limit)}"}`,
  'a deep': (limit) => '[{"a":'.repeat(limit / 6),
  'a wide': (limit) =>
    `{${Array.from({ length: limit / 12 }, (_, n) => `"k${n.toString(36)}":0`).join(',')}}`.slice(0, limit),
  'a long list in a': (limit) => `[${'0,'.repeat(limit / 2 - 2)}0]`,
};

/** `isWithheld`: the body is not sent to its end, so that only the server ends the connection. */
const headOf = (key: string, session: Record<string, string>, bytes: number, isWithheld = false): string =>
  requestHead(routeOf(key), {
    ...session,
    'content-type': 'application/json',
    'content-length': String(bytes),
    ...(!isWithheld && { connection: 'close' }),
  });

/** Sends a body. Without the last byte, if it is withheld. */
function open(key: string, session: Record<string, string>, body: string, isWithheld = false): RawExchange {
  const head = headOf(key, session, body.length, isWithheld);
  return sendRaw(port, head + (isWithheld ? body.slice(0, -1) : body));
}

async function statusOf({ socket, ended }: RawExchange): Promise<number> {
  const status = Number((await ended).slice(9, 12));
  socket.destroy();
  return status;
}

const withBody = () => operations.filter(([key, { upload }]) => upload !== true && !key.startsWith('GET '));

describe.each(Object.keys(shapes))('%s body', (shape) => {
  it('is refused by every operation within 100 ms of processor time, with any token', async () => {
    const problems: string[] = [];
    for (const [key, operation] of withBody()) {
      const body = shapes[shape]!(limitOf(operation));
      for (const [who, session] of Object.entries(sessions)) {
        let ms = Infinity;
        let status = 0;
        // The garbage collector may run in between: the better of two attempts counts.
        for (let tries = 0; tries < 2 && ms > 100; tries++) {
          const before = process.cpuUsage();
          status = await statusOf(open(key, session, body));
          const { user, system } = process.cpuUsage(before);
          ms = Math.min(ms, (user + system) / 1000);
        }
        const isRefused = status >= 400 && status < 500;
        const ignoresBody = operation.body === undefined && status === 200;
        if (ms > 100 || !(isRefused || ignoresBody))
          problems.push(`${key}, ${who}: ${status} after ${ms.toFixed()} ms`);
      }
    }
    expect(problems).toEqual([]);
  }, 120_000);
});

it('a session operation refuses a withheld body without a valid-looking token immediately', async () => {
  const problems: string[] = [];
  for (const [key, operation] of operations.filter(([, { access }]) => access === 'session')) {
    for (const who of ['no token', 'a malformed token'] as const) {
      const status = await statusOf(open(key, sessions[who], ' '.repeat(limitOf(operation)), true));
      if (status !== 401) problems.push(`${key}, ${who}: ${status}`);
    }
  }
  expect(problems).toEqual([]);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Megabytes that this thread, with the server, holds in buffers. */
function buffered(): number {
  collect();
  return process.memoryUsage().arrayBuffers / kilobyte / kilobyte;
}

it('300 bodies withheld from one operation, or one from each, hold at most 8 MB, which are returned', async () => {
  const before = buffered();
  const problems: string[] = [];
  // The operation with the largest limit, and then all operations together.
  const largest = withBody().reduce((most, entry) => (limitOf(entry[1]) > limitOf(most[1]) ? entry : most));
  const attacks = [Array.from({ length: 300 }, () => largest), withBody()];
  for (const attack of attacks) {
    const requests = attack.map(([key, operation]) => {
      const bytes = limitOf(operation);
      return { head: headOf(key, sessions['a session'], bytes, true), bytes };
    });
    const workerData: Withheld = { port, requests };
    const clients = new Worker(new URL('./withholding-worker.ts', import.meta.url), { workerData });
    await once(clients, 'message');
    await sendRaw(port, requestHead('GET /api/health/live', { connection: 'close' })).ended;
    const held = buffered() - before;
    if (held > 8) problems.push(`${attack[0]![0]}: ${held.toFixed(1)} MB`);
    await clients.terminate();
    await expect
      .poll(
        () => new Promise((resolve) => app.server.server.getConnections((_error, count) => resolve(count))),
        { timeout: 10_000 },
      )
      .toBe(0);
    await expect.poll(() => buffered() - before, { timeout: 10_000 }).toBeLessThan(4);
  }
  expect(problems).toEqual([]);
}, 120_000);
