// The access matrix over HTTP: every route of the server, every kind of caller, own and other users' data.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { normalSlug, slugProblem } from '#features/profile/rules.ts';
import type { Operation } from '#platform/http/operation.ts';
import { awayProvider } from './rows/single-sign-on.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { callers, type Headers, type Kind } from './callers.ts';
import { withRoutes } from './routes.ts';
import type { At, Sent } from './row.ts';
import { rows, statusFor } from './rows.ts';
import { ageSignIns, makeWorld, type Person, type World } from './world.ts';

/** Of callers with the same person: as many as may request a document at once. */
const together = 2;

let app: TestApp;
let routes: string[];
let contracts: Map<string, Operation>;
let world: World;
let kinds: Kind[];
let cells = 0;

beforeAll(async () => {
  const found = await withRoutes(() => startApp(awayProvider));
  app = found.started;
  routes = found.routes;
  contracts = new Map(found.operations);
  world = await makeWorld(app);
  const scopes = new Set(found.operations.flatMap(([, { scope }]) => scope ?? []));
  kinds = callers(app, world, [...scopes]);
});
afterAll(async () => {
  console.log(`access matrix over HTTP: ${routes.length} routes, ${kinds.length} callers, ${cells} cells`);
  await app.close();
});

const rowOf = (route: string) => route.replace(/^HEAD /, 'GET ');

it('the access matrix has a row for every route and a route for every row', () => {
  expect([...new Set(routes.map(rowOf))].sort()).toEqual(Object.keys(rows).sort());
  expect(routes.length).toBeGreaterThan(Object.keys(rows).length);
});

it('the access matrix has a request for every variant', () => {
  for (const [row, { expected, requests }] of Object.entries(rows))
    expect([row, Object.keys(requests).sort()]).toEqual([row, Object.keys(expected).sort()]);
});

describe.each(Object.keys(rows))('%s', (row) => {
  it(
    "returns the expected status to every caller and never shows another user's data",
    { timeout: 120_000 },
    async ({ signal }) => {
      const problems: string[] = [];
      const ask = async (cell: Omit<Cell, 'row'>, sent: Sent, headers: Headers) => {
        // A test that timed out must not change the data of the next one.
        signal.throwIfAborted();
        problems.push(...(await problemsOf({ row, ...cell }, sent, headers)));
      };
      // Reading neither ends a session nor changes what it reads, so callers with the same person send the same request
      // and keep their session.
      const isRead = row.startsWith('GET ');
      const kept = new Map<Kind, Headers>();
      if (isRead) for (const kind of kinds) kept.set(kind, await kind.headers());
      const groups = isRead
        ? [...Map.groupBy(kinds, (kind) => dataFor(kind).own).values()]
        : kinds.map((kind) => [kind]);
      for (const route of routes.filter((candidate) => rowOf(candidate) === row)) {
        for (const [variant, make] of Object.entries(rows[row]!.requests)) {
          for (const group of groups) {
            const sent = await make(dataFor(group[0]!));
            for (let at = 0; at < group.length; at += together) {
              const some = group.slice(at, at + together);
              await Promise.all(
                some.map(async (kind) =>
                  ask({ route, variant, kind }, sent, kept.get(kind) ?? (await kind.headers())),
                ),
              );
            }
          }
        }
      }
      expect(problems).toEqual([]);
    },
  );
});

type Cell = { row: string; route: string; variant: string; kind: Kind };

/** Sends the request of one cell, and returns what is wrong with the answer. */
async function problemsOf(
  { row, route, variant, kind }: Cell,
  sent: Sent,
  headers: Headers,
): Promise<string[]> {
  if (sent.hasOldSignIn && kind.person) await ageSignIns(app, kind.person);
  const answer = await send(route, sent, headers);
  const expectedStatus = expectedFor(row, variant, kind);
  const cell = `${route} | ${variant} | ${kind.name}`;
  cells += 1;
  const problems: string[] = [];
  if (answer.status !== expectedStatus) problems.push(`${cell}: ${answer.status}, not ${expectedStatus}`);
  const leaked = leaks(answer.all, sent, kind, route);
  if (leaked.length > 0) problems.push(`${cell}: shows ${leaked.join(', ')}`);
  if (answer.status >= 400 && !answer.isProblem && route.startsWith('GET /api/') && row !== 'GET /api/live')
    problems.push(`${cell}: is not a problem document`);
  return problems;
}

it('in production mode, there is no mailbox and no test checkout', async () => {
  const production = await withRoutes(() =>
    startApp({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' }),
  );
  await production.started.close();
  const known = routes.filter((route) => !/\/dev\/mailbox|\/billing\//.test(route));
  expect(production.routes).toEqual(known);
});

it('the first segment of every route is refused as a slug (R-F6)', () => {
  const parts = routes.map((route) => route.split(/[ /?]/)[2]!);
  const free = parts.filter((part) => part === normalSlug(part) && slugProblem(part) === null);
  expect(free).toEqual([]);
});

it('an unknown route returns 404 to every caller and shows no user data', async () => {
  for (const kind of kinds) {
    const answer = await send('GET', { url: '/api/nothing/here' }, await kind.headers());
    expect([kind.name, answer.status]).toEqual([kind.name, 404]);
    expect(leaks(answer.all, { url: '' }, kind)).toEqual([]);
  }
});

it("the response for another user's data is the same as for data that does not exist", async () => {
  const kind = kinds.find(({ name }) => name === 'stranger, cookies');
  for (const [row, { expected, requests }] of Object.entries(rows)) {
    if (expected['others']?.live !== 404) continue;
    const answers = [];
    for (const variant of ['others', 'none']) {
      const sent = await requests[variant]!(dataFor(kind!));
      const { problem, names } = await send(row, sent, await kind!.headers());
      answers.push({ problem: { ...problem, request_id: '' }, names });
    }
    expect(answers[0]).toEqual(answers[1]);
  }
});

function expectedFor(row: string, variant: string, kind: Kind): number {
  const contract = contracts.get(row);
  // Before the input is looked at: it may be large.
  if (contract?.access === 'session' && !kind.token) return 401;
  if (kind.scope === undefined) return statusFor(row, variant, kind);
  if (contract?.access !== 'session') return statusFor(row, variant, { ...kind, live: false });
  if (contract.scope !== undefined && !kind.live) return 401;
  return contract.scope === kind.scope ? statusFor(row, variant, kind) : 403;
}

function dataFor({ person }: Kind): At {
  const { owner, stranger, deleted } = world;
  const own = person ?? stranger;
  const others = person === owner ? stranger : owner;
  return { app, own, others, deleted };
}

let calls = 0;

async function send(
  route: string,
  { url, body, form, headers: more }: Sent,
  headers: Record<string, string>,
) {
  const encoded = form && new Response(form);
  const type = encoded?.headers.get('content-type');
  calls += 1;
  const response = await app.server.inject({
    method: route.split(' ')[0] as NonNullable<InjectOptions['method']>,
    url,
    headers: { ...headers, ...more, ...(type && { 'content-type': type }) },
    // Each call has its own remote address: limits by address have their own tests.
    remoteAddress: `127.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(body && { payload: body }),
    ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
  });
  const isProblem = String(response.headers['content-type']).includes('problem+json');
  return {
    status: response.statusCode,
    isProblem,
    problem: isProblem && response.body !== '' ? response.json<object>() : {},
    names: Object.keys(response.headers).sort(),
    all: JSON.stringify(response.headers) + response.rawPayload.toString('latin1'),
  };
}

const pages = Object.values(paths).map((path) => `GET ${path.replace('$', ':')}`);
const isPage = (route = '') => pages.includes(route);

/** The marks and ids of other users in the response, except those that the request contained. */
function leaks(answer: string, sent: Sent, kind: Kind, route?: string): string[] {
  const request = JSON.stringify([sent.url, sent.body, sent.form && [...sent.form.values()].map(String)]);
  const { owner, stranger, unverified, expired, signedOut, deleted } = world;
  const mayShow = (person: Person) =>
    ((kind.live || (kind.opensPages && isPage(route))) && person === kind.person) ||
    person === sent.reveals ||
    sent.reveals === 'everyone';
  return [owner, stranger, unverified, expired, signedOut, deleted]
    .filter((person) => !mayShow(person))
    .flatMap((person) => person.canaries.filter((text) => answer.includes(text) && !request.includes(text)));
}
