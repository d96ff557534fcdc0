// The access matrix over HTTP: every route that the server has, every kind of caller, whose things they ask for.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { normalSlug, slugFault } from '#features/profile/rules.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { callers, type Kind } from './callers.ts';
import { expected, statusFor } from './expected.ts';
import { requests, type At, type Sent } from './requests.ts';
import { withRoutes } from './routes.ts';
import {
  ageSignIns,
  mailedToken,
  makeWorld,
  spareEmail,
  spareEntry,
  spareGoal,
  startSession,
  type Person,
  type World,
} from './world.ts';

let app: TestApp;
let routes: string[];
let world: World;
let kinds: Kind[];
let cells = 0;

beforeAll(async () => {
  const found = await withRoutes(() => startApp());
  app = found.started;
  routes = found.routes;
  world = await makeWorld(app);
  kinds = callers(app, world);
});
afterAll(async () => {
  console.log(`access matrix over HTTP: ${routes.length} routes, ${kinds.length} callers, ${cells} cells`);
  await app.close();
});

const rowOf = (route: string) => route.replace(/^HEAD /, 'GET ');

it('has a row for every route and a route for every row', () => {
  expect([...new Set(routes.map(rowOf))].sort()).toEqual(Object.keys(expected).sort());
  expect(routes.length).toBeGreaterThan(Object.keys(expected).length);
});

it('knows how to make the request of every cell', () => {
  const variants = (table: Record<string, object>) =>
    Object.entries(table).map(([row, cells]) => [row, Object.keys(cells).sort()]);
  expect(Object.fromEntries(variants(requests))).toEqual(Object.fromEntries(variants(expected)));
});

describe.each(Object.keys(expected))('%s', (row) => {
  it('answers every caller as the table says and shows nobody the things of others', async () => {
    const faults: string[] = [];
    for (const route of routes.filter((one) => rowOf(one) === row)) {
      for (const kind of kinds) {
        for (const [variant, make] of Object.entries(requests[row]!)) {
          const sent = await make(thingsOf(kind));
          const headers = await kind.headers();
          if (sent.longAgo && kind.person) await ageSignIns(app, kind.person);
          const answer = await send(route, sent, headers);
          const wanted = statusFor(row, variant, kind);
          const cell = `${route} | ${variant} | ${kind.name}`;
          cells += 1;
          if (answer.status !== wanted) faults.push(`${cell}: ${answer.status}, not ${wanted}`);
          const leaked = leaks(answer.all, sent, kind);
          if (leaked.length > 0) faults.push(`${cell}: shows ${leaked.join(', ')}`);
          if (
            answer.status >= 400 &&
            !answer.isProblem &&
            route.startsWith('GET /api/') &&
            row !== 'GET /api/live'
          )
            faults.push(`${cell}: is no problem document`);
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

it('has no mailbox in the serious mode', async () => {
  const serious = await withRoutes(() =>
    startApp({ NODE_ENV: 'production', APP_URL: 'https://logbook.example' }),
  );
  await serious.started.close();
  const known = routes.filter((route) => !route.includes('/dev/mailbox'));
  expect(serious.routes).toEqual(known);
});

it('keeps the first part of every address from becoming a slug (R-F6)', () => {
  const parts = routes.map((route) => route.split(/[ /?]/)[2]!);
  const free = parts.filter((part) => part === normalSlug(part) && slugFault(part) === null);
  expect(free).toEqual([]);
});

it('tells an unknown address nothing but that it is unknown, whoever asks', async () => {
  for (const kind of kinds) {
    const answer = await send('GET', { url: '/api/nothing/here' }, await kind.headers());
    expect([kind.name, answer.status]).toEqual([kind.name, 404]);
    expect(leaks(answer.all, { url: '' }, kind)).toEqual([]);
  }
});

it('answers for what is hidden exactly as for what is not there', async () => {
  const [kind] = kinds.filter((one) => one.name === 'stranger, cookies');
  for (const [row, variants] of Object.entries(expected)) {
    if (variants['others']?.live !== 404) continue;
    const answers = [];
    for (const variant of ['others', 'none']) {
      const sent = await requests[row]![variant]!(thingsOf(kind!));
      const { problem, names } = await send(row, sent, await kind!.headers());
      answers.push({ problem: { ...problem, request_id: '' }, names });
    }
    expect(answers[0]).toEqual(answers[1]);
  }
});

function thingsOf({ person }: Kind): At {
  const { owner, stranger, deleted } = world;
  const own = person ?? stranger;
  const others = person === owner ? stranger : owner;
  return {
    own,
    others,
    gone: deleted,
    spare: () => spareEntry(app, own),
    // Who is gone has none: the id of nothing.
    spareSession: async () => (own === deleted ? newId() : (await startSession(app, own)).session),
    spareGoal: (was) => spareGoal(app, own, was),
    spareEmail: (verified) => spareEmail(app, own, verified),
    othersToken: (link) => mailedToken(app, others, link),
  };
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
    // Each call comes from an address of its own: what is limited by address is tested with the limits.
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

/** What of others the answer carries: their marks and ids, unless the request named them itself. */
function leaks(answer: string, sent: Sent, kind: Kind): string[] {
  const asked = JSON.stringify([sent.url, sent.body, sent.form && [...sent.form.values()].map(String)]);
  const { owner, stranger, unverified, expired, signedOut, deleted } = world;
  const mayShow = (person: Person) =>
    (kind.live && person === kind.person) || person === sent.reveals || sent.reveals === 'everyone';
  return [owner, stranger, unverified, expired, signedOut, deleted]
    .filter((person) => !mayShow(person))
    .flatMap((person) => person.canaries.filter((one) => answer.includes(one) && !asked.includes(one)));
}
