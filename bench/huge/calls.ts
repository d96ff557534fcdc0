// The same calls of the same users in a small and in a large table, alternately. The ratio compares processor time, which
// other work on the machine hardly changes.
import type { Instance, Person } from '../instance.ts';
import { rate } from '../format.ts';
import { slug } from '../public-pages.ts';
import { atMost, type Row } from '../report.ts';
import { median, type Case, type Length, type Loader, type Result } from '../rounds.ts';
import { resetLimits, signInCost } from './sign-ins.ts';
import type { Named } from './load.ts';

export type Loaded = { instance: Instance; database: number; named: Named; entries: number };

const bounds = { aim: 1.1, floor: 1.3 };

export const newEntry = {
  content:
    'Paired with Ana on the import of old logs; it now lists the lines that it could not read. #import',
  emoji: '🚀',
};

/** What the browser sends: the page's cookies, from the same origin. */
const headersOf = ({ cookie }: Person) => ({
  cookie: `${cookie}; logbook-reader=${encodeURIComponent('Europe/Berlin|en-US|mouse')}`,
  'sec-fetch-site': 'same-origin',
});

/** By name; each with one caller. */
export function callsOf({ instance, database, named }: Loaded): Record<string, Case> {
  const { reader, writer, manager, member } = named;
  const get = (person: Person | null, path: string): Case => ({
    server: instance.pid,
    database,
    port: instance.port,
    callers: 1,
    method: 'GET',
    path,
    headers: person ? headersOf(person) : {},
  });
  const since = new Date(Date.now() + 60_000).toISOString();
  return {
    'timeline, a page of 50': get(reader, '/api/check_ins'),
    'search for a common word': get(reader, '/api/check_ins/search?q=import'),
    'search for a word in none of 8,000 entries': get(reader, '/api/check_ins/search?q=zeppelin'),
    tags: get(reader, '/api/check_ins/tags'),
    months: get(reader, '/api/check_ins/months?timezone=Europe%2FBerlin'),
    changes: get(reader, `/api/check_ins/changes?since=${encodeURIComponent(since)}`),
    'dashboard, rendered': get(reader, '/'),
    shoutouts: get(reader, '/api/shoutouts?limit=30'),
    goals: get(reader, '/api/goals'),
    'My Team': get(manager, '/api/team'),
    'a logbook of the team': get(manager, `/api/team/${member.id}`),
    'public page, rendered': get(null, `/${slug}?page=2`),
    'check-in': { ...get(writer, '/api/check_ins'), method: 'POST', entry: newEntry },
  };
}

export async function callRows(loader: Loader, length: Length, small: Loaded, large: Loaded): Promise<Row[]> {
  const [few, many] = [callsOf(small), callsOf(large)];
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(many)) {
    const [first, second] = (await loader.compare([few[name]!, call], length)) as [Result, Result];
    const ratio = costOf(second) / costOf(first);
    rows.push({
      name: `${name}, ${compared(small, large)}`,
      ours: `${rate(second)} ${processor(second)}`,
      reference: `${rate(first)} ${processor(first)}`,
      ratio,
      aim: `${bounds.aim}`,
      floor: `${bounds.floor}`,
      verdict: atMost(ratio, bounds),
      details: { many: second, few: first },
    });
  }
  return [...rows, await signInRow(small, large, length)];
}

const millions = (entries: number) =>
  entries >= 1e6 ? `${Math.round(entries / 1e6)} million` : entries.toLocaleString('en');
const compared = (small: Loaded, large: Loaded) =>
  `${millions(large.entries)} against ${millions(small.entries)}`;

/** Microseconds of processor time, in the server and the database. */
function costOf({ serverUs, databaseUs, rate: perSecond }: Result): number {
  return serverUs === null ? 1e6 / perSecond : serverUs + (databaseUs ?? 0);
}

function processor({ serverUs, databaseUs }: Result): string {
  return serverUs === null ? '' : `(${Math.round(serverUs)} + ${Math.round(databaseUs ?? 0)} µs)`;
}

/** What a sign-in costs the database: hashing takes most of the time, and does not depend on the table. */
async function signInRow(small: Loaded, large: Loaded, { rounds }: Length): Promise<Row> {
  const costs: { few: number; many: number }[] = [];
  for (let round = -1; round < rounds; round++) {
    const times: number[] = [];
    for (const { instance, database, named } of [small, large]) {
      await resetLimits(instance);
      // The member's own session is not used: many sign-ins end the oldest.
      times.push(await signInCost(instance, database, named.member.email));
    }
    if (round >= 0) costs.push({ few: times[0]!, many: times[1]! });
  }
  const ratio = median(costs.map(({ few, many }) => many / few));
  const shown = (of: 'few' | 'many') => `${Math.round(median(costs.map((cost) => cost[of])))} µs`;
  return {
    name: `processor time of the database for a sign-in, ${compared(small, large)}`,
    ours: shown('many'),
    reference: shown('few'),
    ratio,
    aim: `${bounds.aim}`,
    floor: `${bounds.floor}`,
    verdict: atMost(ratio, bounds),
    details: costs,
  };
}
