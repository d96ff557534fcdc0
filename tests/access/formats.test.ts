// Every operation gets its input in every format that its schema admits. The result is never a server error.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Operation } from '#platform/http/operation.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { givePlan } from '../support/billing.ts';
import { inputOf, jsonOf, leavesOf, type Leaf } from './variants.ts';
import { makeWorld, startSession, type Person } from './world.ts';

type Bound = { key: string; contract: Operation };

let app: TestApp;
let people: Person[];
let operations: Bound[];

beforeAll(async () => {
  const found = new Map<string, Bound>();
  const record = ({ config }: RouteOptions) => {
    const { operation: key, contract } = config ?? {};
    if (key !== undefined && contract) found.set(key, { key, contract });
  };
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', record);
  subscribe('fastify.initialization', watch);
  app = await startApp({ LOG_LEVEL: 'fatal' });
  unsubscribe('fastify.initialization', watch);
  const world = await makeWorld(app);
  people = [world.owner, world.stranger, world.signedOut];
  for (const person of people) await givePlan(app, person, new Date('2100-01-01T00:00:00Z'));
  // Operations that delete come last, and account deletion at the very end.
  const rank = ({ key }: Bound) => Number(key.startsWith('DELETE')) + 2 * Number(/delete-account/.test(key));
  operations = [...found.values()].toSorted((a, b) => rank(a) - rank(b));
});
afterAll(() => app.close());

const parts = ['params', 'query', 'body', 'form'] as const;
type Part = (typeof parts)[number];
type Choice = { part: Part; leaf: Leaf; value: unknown };

/** Ids of the person by the names of fields, and the `:id` of a path by the segment before it. */
function knownTo(person: Person, key: string) {
  const own: Record<string, string> = {
    check_in_id: person.checkInId,
    file_id: person.fileId,
    goal_id: person.goalId,
    vouch_id: person.vouchId,
    vouch_file_id: person.vouchFileId,
    resume_id: person.resumeId,
    packet_id: person.packetId,
    suggestion_id: person.suggestionId,
    sent_id: person.sentShoutoutId,
    received_id: person.receivedShoutoutId,
    email_id: person.emailId,
    session_id: person.sessionId,
    ...{ user_id: person.userId, user: person.userId, viewer: person.userId, sender_ids: person.userId },
    ...{ sender_id: person.userId, manager_id: person.userId },
  };
  const [, segment = ''] = /\/([\w-]+)\/:id/.exec(key) ?? [];
  const bySegment: Record<string, string> = {
    ...{
      check_ins: 'check_in_id',
      log_files: 'file_id',
      'log-files': 'file_id',
      goals: 'goal_id',
      vouches: 'vouch_id',
    },
    ...{
      vouch_files: 'vouch_file_id',
      'vouch-files': 'vouch_file_id',
      resumes: 'resume_id',
      packets: 'packet_id',
      user_emails: 'email_id',
    },
    ...{ shoutouts: key.includes('keep') ? 'received_id' : 'sent_id', sessions: 'session_id' },
  };
  const id = own[bySegment[segment] ?? ''];
  return {
    params: { ids: { ...own, ...(id !== undefined && { id }), slug: person.mark }, fresh: newId },
    others: { ids: own, fresh: newId },
  };
}

/** All calls of an operation: each leaf with each of its variants, while the others have their base. */
function* callsOf({ key, contract }: Bound, person: Person): Generator<Choice[]> {
  const known = knownTo(person, key);
  const bases = () =>
    parts.flatMap((part) => {
      const schema = contract[part];
      const leaves = schema ? leavesOf(schema, part === 'params' ? known.params : known.others) : [];
      return leaves.map((leaf) => ({ part, leaf, value: leaf.base }));
    });
  yield bases();
  const count = bases().length;
  for (let at = 0; at < count; at++) {
    const { variants } = bases()[at]!.leaf;
    for (const value of variants) {
      // New ids each time, because most operations recognize a repeat.
      const call = bases();
      call[at]!.value = value;
      yield call;
    }
  }
}

const part = (call: Choice[], name: Part) =>
  inputOf(
    call.filter((choice) => choice.part === name).map(({ leaf, value }) => ({ path: leaf.path, value })),
  );
const textOf = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : jsonOf(value ?? null));

let sent = 0;

async function send({ key }: Bound, call: Choice[], access: string) {
  const [method, path] = key.split(' ') as ['GET', string];
  const params = (part(call, 'params') ?? {}) as Record<string, unknown>;
  const query = Object.entries((part(call, 'query') ?? {}) as Record<string, unknown>)
    .map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`)
    .join('&');
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name] ?? 'x')));
  const body = part(call, 'body');
  const fields = part(call, 'form') as Record<string, unknown> | undefined;
  const form = fields && new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) form?.set(name, textOf(value));
  form?.set('file', new File(['text'], 'text.txt'));
  const encoded = form && new Response(form);
  sent += 1;
  return app.server.inject({
    method,
    url: query === '' ? url : `${url}?${query}`,
    remoteAddress: `127.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      authorization: `Bearer ${access}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(encoded && { 'content-type': encoded.headers.get('content-type')! }),
    },
    ...(body !== undefined && { payload: jsonOf(body) }),
    ...(encoded && { payload: Buffer.from(await encoded.arrayBuffer()) }),
  });
}

/** The person, or a new one if the account was deleted. */
async function remaining(person: Person): Promise<{ userId: string }> {
  const found = await app.database.asOwner((db) =>
    db.query('select from users where id = $1', [person.userId]),
  );
  return found.rowCount ? person : app.signUp();
}

const forgetLimits = () => app.database.asOwner((db) => db.query('delete from limit_hits'));

it('no format of an input causes a server error', { timeout: 600_000 }, async ({ signal }) => {
  const problems: string[] = [];
  const reached = new Set<string>();
  const began = performance.now();
  const waiting = operations.values();
  const inLane = async (person: Person) => {
    for (const bound of waiting) {
      await forgetLimits();
      let { access } = await startSession(app, await remaining(person));
      for (const call of callsOf(bound, person)) {
        signal.throwIfAborted();
        const { statusCode, body } = await send(bound, call, access);
        // Signing out and the like end the session, as they should.
        if (statusCode === 401) ({ access } = await startSession(app, await remaining(person)));
        if (statusCode === 429) await forgetLimits();
        if (statusCode < 400) reached.add(bound.key);
        if (statusCode >= 500) problems.push(`${bound.key}: ${statusCode} ${described(call)} ${body}`);
      }
    }
  };
  await Promise.all(people.map(inLane));
  console.log(
    `formats of inputs: ${operations.length} operations, ${sent} calls, ${Math.round(performance.now() - began)} ms`,
  );
  expect(problems).toEqual([]);
  // If most calls were refused before they reached the database, the suite would find little.
  expect(reached.size).toBeGreaterThan(0.6 * operations.length);
});

const described = (call: Choice[]) =>
  jsonOf(call.map(({ part, leaf, value }) => [[part, ...leaf.path].join('.'), value]));
