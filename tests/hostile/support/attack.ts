// The harness of tests/hostile. One file per attack, `tests/hostile/<attack>.test.ts`, with one test, whose title says what
// the attack leaves alone, and one call in it:
//
//   const faults = await attack({
//     settings: { SIGNUPS: 'open' },               // optional: environment of the server
//     async prepare(arena) { ... return state },   // optional: before anything is measured
//     async wave(arena, state, number) { ... },    // the attack: resolves when the wave is over
//     async after(arena, state) { ... },           // optional: expectations about the attack itself
//   });
//   expect(faults).toEqual([]);
//
// It starts the built server on an empty data folder, signs an honest person up, and measures, in a thread of its own, how
// long that person waits for a sign-in, a read, a write and a photo upload: idle, during the attack, and after it. `wave`
// is called again and again until the honest person has completed enough rounds. Then the honest median of each action
// may be at most 5 times its idle median (or `floorMs`), no honest request may fail, and the server's memory must
// return near its level before the attack. One line of figures is printed per attack.
//
// The arena:
//   arena.url                         where the server listens
//   arena.send(path, { from, ... })   one request from an address (support/send.ts)
//   arena.network(i)                  an address in the i-th network; networks never repeat those of honest people
//   arena.person(i)                   signs up a person (once per i) in network 10,000 + i: email, password, from, headers
//                                     (authorization and x-forwarded-for, for `send` and for a WebSocket)
//   arena.count(name, more = 1)       adds to a figure that is printed in the line and readable in `after`: arena.counts
//   arena.program                     the process (tests/crash/program.ts): pid, data folder, database access
import { expect } from 'vitest';
import { makeProgram, type Program } from '../../crash/program.ts';
import { actions, startHonest, type Action, type Honest, type Rounds } from './honest.ts';
import { closeConnections, send, type Reply, type Sending } from './send.ts';
import { residentMb, watchMemory } from './memory.ts';

/** How many times its idle median an honest action may take. */
const mostTimesIdle = 5;
/**
 * An action faster than this is fast enough, whatever it took idle: the attackers share the server's cores here. What the
 * attacks are about are waits of 5 to 20 seconds.
 */
const floorMs = 750;
/** No single honest action may take longer, whatever its median. */
const worstMs = 5_000;
const idleRounds = 10;
const roundsUnderAttack = 8;
const roundsAfter = 3;
const longestAttackMs = 25_000;
const memoryReturnsWithinMs = 20_000;
const memoryMayStayMb = 100;
const memoryMayPeakMb = 400;

export type Person = {
  email: string;
  password: string;
  from: string;
  headers: { authorization: string; 'x-forwarded-for': string };
};

export type Arena = {
  url: string;
  program: Program;
  counts: Record<string, number>;
  count(name: string, more?: number): void;
  network(index: number): string;
  person(index: number): Promise<Person>;
  send(path: string, sending: Sending): Promise<Reply>;
};

type Attack<State> = {
  settings?: Record<string, string>;
  prepare?(arena: Arena): Promise<State>;
  wave(arena: Arena, state: State, number: number): Promise<unknown>;
  after?(arena: Arena, state: State): Promise<unknown> | void;
};

/** Runs one attack on a server that is started for it. Returns what honest people or the memory suffered: nothing, if all is well. */
export async function attack<State>(parts: Attack<State>): Promise<string[]> {
  const program = await makeProgram({ TRUSTED_PROXIES: '127.0.0.1', ...parts.settings });
  try {
    program.start();
    await program.untilReady();
    const arena = makeArena(program);
    const state = (await parts.prepare?.(arena)) as State;
    const faults = await measure(arena, (number) => parts.wave(arena, state, number));
    await parts.after?.(arena, state);
    return faults;
  } finally {
    closeConnections();
    await program.remove();
  }
}

async function measure(arena: Arena, wave: (number: number) => Promise<unknown>): Promise<string[]> {
  const honest = await startHonest(arena.url, '192.0.2.10');
  const idle = await honest.rounds(idleRounds);
  const pid = arena.program.pid();
  const before = residentMb(pid);
  const memory = watchMemory(pid);
  try {
    const during = await underAttack(arena, honest, wave);
    closeConnections();
    const after = await honest.rounds(roundsAfter);
    const left = await memory.returnsBelow(before + memoryMayStayMb, memoryReturnsWithinMs, () =>
      honest.rounds(1),
    );
    const peak = memory.stop();

    const figures = actions.map((action) => figureOf(action, idle, during, after));
    const counts = Object.entries(arena.counts).map(([what, count]) => `${what} ${count}`);
    const sizes = `memory ${before} idle, peak ${peak}, ${left} MB after`;
    console.log(`hostile: ${[expect.getState().currentTestName, ...figures, sizes, ...counts].join('; ')}`);

    const faults = [...idle.failures, ...during.failures, ...after.failures];
    const within = (what: string, figure: number, most: number) => {
      if (!(figure <= most)) faults.push(`${what}: ${Math.round(figure)}, the limit is ${Math.round(most)}`);
    };
    for (const action of actions) {
      const most = Math.max(floorMs, mostTimesIdle * median(idle.ms[action]));
      within(`median ${action} during the attack`, median(during.ms[action]), most);
      within(`median ${action} after the attack`, median(after.ms[action]), most);
      within(`slowest ${action}`, Math.max(...during.ms[action]), worstMs);
    }
    within('memory after the attack', left, before + memoryMayStayMb);
    within('memory during the attack', peak, before + memoryMayPeakMb);
    return faults;
  } finally {
    memory.stop();
    await honest.close();
  }
}

async function underAttack(
  arena: Arena,
  honest: Honest,
  wave: (number: number) => Promise<unknown>,
): Promise<Rounds> {
  const endsAt = Date.now() + longestAttackMs;
  const going = honest.keepGoing();
  for (let number = 0; going.done < roundsUnderAttack && Date.now() < endsAt; number++) {
    await wave(number);
    arena.count('waves');
  }
  return going.halt();
}

function figureOf(action: Action, idle: Rounds, during: Rounds, after: Rounds): string {
  const ms = (samples: number[]) => Math.round(median(samples));
  const worst = Math.round(Math.max(...during.ms[action]));
  return `${action} ${ms(idle.ms[action])} idle, ${ms(during.ms[action])} (worst ${worst}), ${ms(after.ms[action])} ms after`;
}

function median(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const password = 'a good long passphrase';

function makeArena(program: Program): Arena {
  const people = new Map<number, Promise<Person>>();
  const network = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  const arena: Arena = {
    url: program.url,
    program,
    counts: {},
    count(name, more = 1) {
      arena.counts[name] = (arena.counts[name] ?? 0) + more;
    },
    network,
    send: (path, sending) => send(`${program.url}${path}`, sending),
    person(index) {
      const known = people.get(index);
      if (known) return known;
      const made = signUp(program.url, `person${index}@example.com`, network(10_000 + index));
      people.set(index, made);
      return made;
    },
  };
  return arena;
}

async function signUp(url: string, email: string, from: string): Promise<Person> {
  const reply = await send(`${url}/api/auth/sign-up`, {
    from,
    json: { full_name: 'Peter Person', email, password },
  });
  const token = /logbook-access=([^;]+)/.exec(String(reply.headers['set-cookie']))?.[1];
  if (reply.status !== 200 || !token)
    throw new Error(`Sign-up of ${email}: ${reply.status} ${reply.body.toString()}`);
  return {
    email,
    password,
    from,
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
  };
}
