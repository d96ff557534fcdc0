// Calls that need no service besides the database: they must continue at their usual speed while another service is down.
import { expect } from 'vitest';
import type { Program } from '../../support/program.ts';
import type { Person } from './person.ts';

/** The median may be this many times the one before the outage. */
const maxTimesBefore = 3;
/** Milliseconds. A median below it is fast enough: differences of a few milliseconds are noise on a busy machine. */
const floorMs = 40;
const rounds = 12;

/** The median duration in milliseconds. */
type Usual = { ms: number; failures: string[] };

async function measureUsual(person: Person): Promise<Usual> {
  const ms: number[] = [];
  const failures: string[] = [];
  const call = async (what: string, work: () => ReturnType<Person['call']>) => {
    const reply = await work();
    ms.push(reply.ms);
    if (reply.status !== 200)
      failures.push(`${what}: ${reply.status} ${reply.body.toString().slice(0, 300)}`);
  };
  for (let round = 0; round < rounds; round++) {
    await call('timeline', () => person.call('/api/check_ins?limit=50'));
    await call('entry', () => person.write());
    await call('goals', () => person.call('/api/goals'));
    await call('page', () => person.call('/auth'));
    await call('subscription', () => person.call('/api/functions/v1/check-subscription', { method: 'POST' }));
  }
  return { ms: median(ms), failures };
}

type Outage = {
  program: Program;
  /** Whose calls are measured. */
  person: Person;
  name: string;
  start: () => unknown;
  /** What is tried meanwhile. Resolves to its figures. */
  outage: () => Promise<string>;
};

/** Compares the usual calls during an outage with those before it. Resolves to a line of figures. */
export async function measureOutage({ program, person, name, start, outage }: Outage): Promise<string> {
  const before = await measureUsual(person);
  await start();
  const [during, figures] = await Promise.all([measureUsual(person), outage()]);
  expect([...before.failures, ...during.failures]).toEqual([]);
  expect(during.ms).toBeLessThan(Math.max(floorMs, maxTimesBefore * before.ms));
  expect(program.alive()).toBe(true);
  // An error that is not mapped to a problem.
  expect(program.output()).not.toContain('request failed');
  return `${name}: ${before.ms.toFixed(1)} → ${during.ms.toFixed(1)} ms, ${figures}`;
}

function median(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
