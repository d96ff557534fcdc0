// Floods every route with many connections of one network, and compares an honest user in another network with the same
// user idle. The targets are generated (support/targets.ts), so a new expensive operation is found here.
//
// The generator has the lowest priority, so that latency shows what a flood costs the server. It is compared with idle
// rounds between the floods, above a floor that absorbs noise. What noise does not change at all is processor time of the
// server's main thread: how much of it passes during an honest read and write, and how much a request of each route takes.
// The control, a flood of a prepared file, shows what so many connections cost when the server does nothing for them.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFloodArena, type FloodArena } from './support/flood-arena.ts';
import type { Flooded } from './support/flooder.ts';
import { actions, percentile, type Action, type Floors, type Rounds } from './support/honest.ts';
import type { Loop } from './support/probe.ts';

const connections = 40;
const roundsPerFlood = 8;
/** A flood that slows the honest user down ends after this time, with fewer rounds. */
const maxFloodMs = 5_000;
const idleRoundsPerFlood = 2;
/** Of the idle latency. */
const maxTimes = { median: 3, p99: 5 };
/**
 * Milliseconds that are fast enough on two cores that are shared with the generator and the database. Idle, a read and a
 * write take 2 ms, a sign-in 20 and an upload 40. Without a bound, floods cause waits of 1 to 20 seconds.
 */
const floors: Floors = {
  'sign-in': { median: 50, p99: 150 },
  read: { median: 20, p99: 150 },
  write: { median: 20, p99: 150 },
  upload: { median: 150, p99: 250 },
};
/**
 * Milliseconds of the main thread during the median of an honest action that needs little itself. Without a bound, floods
 * of wide bodies take 57 ms during a read and 97 ms during a write; with it, no flood takes more than 3 ms.
 */
const maxThreadMs = 10;
const measuredInThread: readonly Action[] = ['read', 'write'];
/** Requests per route, to measure its processor time twice, after as many that warm it up. */
const samples = 12;
/** Heavy routes are flooded alone, the others in groups of similar cost. */
const perGroup = 16;
/**
 * A route that is not declared as heavy may take as much processor time as this many reads of 50 entries, whose response
 * was compressed before. The most expensive one, which decodes a photo, takes 10.
 */
const maxReads = 14;
const reference = 'GET /api/check_ins';

/** Routes whose work is not reached: each request is refused for what it names. */
const notReached: readonly [pattern: RegExp, reason: string][] = [
  [/^\w+ bodies for /, 'no operation accepts them'],
  [/ \/(?:api\/)?dev\//, 'is not served in production'],
  [/ \/previews\//, 'names a file of the build'],
  [/ \/manager-snapshot$/, 'needs a signed query'],
  [
    / \/(?:verify-vouch|mail\/(?:stop|answer|reminders)|raise-promotion-playbook\/tips)$|verif|recover|invitation|undo-email-change|cli_logins|connected_apps\/:id/,
    'needs a token that only an email or another program has',
  ],
  [/ \/api\/auth\/(?:sign-up|user)$|api_tokens|sessions/, 'would end the session of the other requests'],
  [/^POST \/api\/(?:passkeys|authenticator_app)$/, 'needs the answer of a device to a challenge'],
  [/^POST \/oauth\/token$/, 'needs a code or a token, for which the program of the attacker guesses'],
  [/^POST \/api\/auth\/provider\/logout$/, 'needs a token that the provider has signed'],
  [
    /(?:imported_records\/:id|authenticator_app|passkeys\/:id|remembered_devices\/:id|provider_identity\/:id|shoutouts|user_emails|team_relationships|resumes|log_files|log-files|vouch_files|vouch-files|vouches|push_devices\/:id)\b/,
    'needs a row that the attacker does not have',
  ],
];

let arena: FloodArena;
beforeAll(async () => {
  arena = await startFloodArena(process.env['ATTACK_CHECKOUT']);
}, 120_000);
afterAll(() => arena?.remove());

type Cost = {
  key: string;
  isHeavy: boolean;
  endsSession: boolean;
  ms: number;
  statuses: string;
  /** Whether a request got further than to be refused for what it names. */
  isReached: boolean;
};
const costs: Cost[] = [];

test('a route that takes a long time is declared as heavy', async () => {
  for (const { key, isHeavy } of await arena.targets()) {
    const first = await sample(key);
    // The lower of two: a full cache and a shared core also cost processor time.
    const [once, again] = [await sample(key), await sample(key)];
    const ms = Math.min(once.ms, again.ms);
    const isReached = [first, once, again].some((one) => one.isReached);
    const endsSession = await arena.hasEnded();
    costs.push({ key, isHeavy, endsSession, ms, statuses: again.statuses, isReached });
  }
  costs.sort((a, b) => b.ms - a.ms);
  console.log(
    costs.map(({ key, ms, statuses }) => `${ms.toFixed(2).padStart(7)} ms  ${key}  ${statuses}`).join('\n'),
  );
  const read = costs.find(({ key }) => key === reference)!.ms;
  const slow = costs.filter(({ isHeavy, ms }) => !isHeavy && ms > maxReads * read);
  expect(slow.map(({ key, ms }) => `${key}: ${(ms / read).toFixed(1)} reads`)).toEqual([]);
}, 300_000);

test('the requests of a flood reach what their route does', () => {
  const missed = costs.filter(({ key, isReached }) => !isReached && !notReached.some(([of]) => of.test(key)));
  expect(missed.map(({ key, statuses }) => `${key}: ${statuses}`)).toEqual([]);
});

test('floods of any route from one network do not slow down the users of others', async () => {
  const idle: Rounds[] = [];
  const lines: string[] = [];
  /** `before`: the idle rounds just before the flood. */
  type During = { name: string; before: Rounds; rounds: Rounds; thread: number };
  const during: During[] = [];
  async function flood(name: string, requests: readonly Buffer[]): Promise<During> {
    const before = await arena.honest.rounds(idleRoundsPerFlood);
    idle.push(before);
    arena.start(requests, connections);
    await arena.loop();
    const run = arena.honest.keepGoing();
    const endsAt = Date.now() + maxFloodMs;
    while (run.done < roundsPerFlood && Date.now() < endsAt) await pause(20);
    const rounds = await run.halt();
    const loop = await arena.loop();
    const flooded = await arena.stop();
    const line = lineOf(name, joined(idle), rounds, loop, flooded);
    console.log(line);
    lines.push(line);
    return { name, before, rounds, thread: loop.cpu / loop.wall };
  }
  await arena.honest.rounds(idleRoundsPerFlood);
  const find = async (keys: readonly string[]) => {
    const targets = await arena.targets();
    return keys.flatMap((key) => targets.find((target) => target.key === key)!.requests());
  };
  const { rounds: control } = await flood('control: a prepared file', await find(['GET /favicon.svg']));
  const alone = costs.filter(({ isHeavy, key }) => isHeavy || key.includes('bodies'));
  // After the first of these, there is nothing left to flood.
  const ending = costs.filter(({ endsSession }) => endsSession);
  const others = costs.filter((cost) => ![...alone, ...ending].includes(cost));
  const groups = [
    ...alone.map(({ key }) => [key]),
    ending.map(({ key }) => key),
    ...Array.from({ length: Math.ceil(others.length / perGroup) }, (_, index) =>
      others.slice(index * perGroup, (index + 1) * perGroup).map(({ key }) => key),
    ),
  ];
  for (const keys of groups) {
    const name = keys.length > 1 ? `${keys[0]} and ${keys.length - 1} more` : keys[0]!;
    during.push(await flood(name, await find(keys)));
  }
  console.log(`\n${lines.join('\n')}`);

  const allIdle = joined(idle);
  const allFloods = joined(during.map(({ rounds }) => rounds));
  const problems = [...allIdle.failures, ...control.failures, ...allFloods.failures];
  const check = (what: string, ms: number, limit: number) => {
    if (!(ms <= limit)) problems.push(`${what}: ${ms.toFixed(1)} ms, the limit is ${limit.toFixed(1)}`);
  };
  for (const action of actions) {
    for (const { name, before, rounds, thread } of during) {
      const ms = at(rounds, action, 0.5);
      // Other programs that slow down a flood usually also slow down the idle rounds before it.
      const base = Math.max(at(allIdle, action, 0.5), at(before, action, 0.5));
      const median = Math.max(floors[action].median, maxTimes.median * base);
      check(`median ${action} during ${name}`, ms, median);
      if (measuredInThread.includes(action))
        check(`main thread in a median ${action} during ${name}`, ms * thread, maxThreadMs);
    }
    // Of all floods together: one has too few samples for a percentile that one pause of the machine does not decide.
    const p99 = Math.max(floors[action].p99, maxTimes.p99 * at(allIdle, action, 0.99));
    check(`p99 of ${action} during all floods`, at(allFloods, action, 0.99), p99);
  }
  expect(problems).toEqual([]);
}, 600_000);

/** Processor time of the main thread per request, in milliseconds. */
async function sample(key: string): Promise<Pick<Cost, 'ms' | 'statuses' | 'isReached'>> {
  const target = (await arena.targets()).find((one) => one.key === key)!;
  await arena.loop();
  const { statuses } = await arena.sample(target.requests(), samples);
  const { cpu } = await arena.loop();
  const count = Object.values(statuses).reduce((sum, more) => sum + more, 0);
  const isReached = Object.keys(statuses).some((status) => status !== '400' && status !== '404');
  return { ms: cpu / Math.max(1, count), statuses: countsOf(statuses), isReached };
}

const countsOf = (statuses: Flooded['statuses']) =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');

function joined(all: readonly Rounds[]): Rounds {
  const ms = Object.fromEntries(
    actions.map((action) => [action, all.flatMap((rounds) => rounds.ms[action])]),
  ) as Rounds['ms'];
  return { ms, failures: all.flatMap(({ failures }) => failures) };
}

/** A percentile of an action. */
function at(rounds: Rounds, action: Action, share: number): number {
  return percentile(rounds.ms[action], share);
}

function lineOf(name: string, idle: Rounds, rounds: Rounds, loop: Loop, { statuses }: Flooded): string {
  const figures = actions.map((action) => {
    const [p50, p99] = [0.5, 0.99].map((share) => at(rounds, action, share));
    const times = [p50! / at(idle, action, 0.5), p99! / at(idle, action, 0.99)].map((x) => x.toFixed(1));
    return `${action} ${p50!.toFixed(0)} ms ×${times[0]}, p99 ${p99!.toFixed(0)} ×${times[1]}`.padEnd(36);
  });
  const thread = loop.cpu / loop.wall;
  const inThread = measuredInThread
    .map((action) => `${(at(rounds, action, 0.5) * thread).toFixed(1)} ms in a ${action}`)
    .join(', ');
  const delays = `thread ${inThread}; loop p50 ${loop.p50.toFixed(1)}, p99 ${loop.p99.toFixed(1)} ms, ${Math.round(100 * thread)} %`;
  return [name.slice(0, 60).padEnd(60), ...figures, delays, countsOf(statuses)].join(' | ');
}
