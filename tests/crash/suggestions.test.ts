// Power cuts while suggestions are added and accepted: a client repeats each request until it is answered. Afterwards each
// suggestion is one line of one entry, and nothing waits (R-O2).
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { FoundOutcome, Suggestion } from '#features/suggestions/contract.ts';
import { keyOf } from '#features/suggestions/hash-rules.ts';
import { partsOf } from '#features/suggestions/grouping-rules.ts';
import { newId } from '#platform/clock/id.ts';
import { makeProgram, type Program } from '../support/program.ts';

const cycles = 6;
const count = 1500;
/** Suggestions that become one entry. */
const merged = 3;
const json = { 'content-type': 'application/json' };
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();

let program: Program;
let token: string;
let isOver = false;

beforeAll(async () => {
  program = await makeProgram();
  program.start();
  await program.untilReady();
  const body = JSON.stringify({
    ...{ full_name: 'Ada Example', email: 'ada@example.com', password: 'a good long passphrase' },
  });
  const signedUp = await fetch(`${program.url}/api/auth/sign-up`, { method: 'POST', headers: json, body });
  token = /logbook-access=([^;]+)/.exec(signedUp.headers.get('set-cookie') ?? '')![1]!;
});
afterAll(() => program?.remove());

/** Repeats a call until it is answered. */
async function call<T>(key: string, body?: object): Promise<T> {
  const [method, path] = key.split(' ') as [string, string];
  for (;;) {
    const answer = await fetch(program.url + path, {
      method,
      headers: { ...(body && json), authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (answer?.ok) return (await answer.json()) as T;
    if (answer && answer.status < 500) throw new Error(`${key} returned ${answer.status}`);
    await pause(50);
  }
}

/** Suggestions of a program: they are sent, listed and accepted, three in an entry. */
async function acceptSent(): Promise<void> {
  const sent = Array.from({ length: count }, (_, n) => ({
    ...{ source: 'git', source_id: `commit-${n}`, at: at(n), content: `Commit ${n}` },
  }));
  for (const suggestions of partsOf(sent, 100)) await call('POST /api/suggestions', { suggestions });
  const rows: Suggestion[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    const page: { rows: Suggestion[]; next: string | null } = await call(
      `GET /api/suggestions?limit=500${query}`,
    );
    rows.push(...page.rows);
    before = page.next;
  } while (before !== null);
  expect(rows).toHaveLength(count);
  const entries = partsOf(
    rows.map(({ id }) => id),
    merged,
  ).map((suggestions) => ({ check_in_id: newId(), suggestions }));
  for (const part of partsOf(entries, 20)) await call('POST /api/suggestions/accept', { entries: part });
}

/** Suggestions of a browser, which the server gets when they are accepted. */
async function acceptFound(): Promise<FoundOutcome[]> {
  const entries = Array.from({ length: count / merged }, (_, n) => {
    const lines = Array.from({ length: merged }, (_, line) => n * merged + line);
    return {
      ...{
        id: newId(),
        content: lines.map((line) => `Event ${line}`).join('\n'),
        emoji: null,
        created_at: at(n),
      },
      ...{ source: 'calendar', source_name: '3 events', files: [] },
      hashes: lines.map((line) => keyOf({ source: 'calendar', source_id: `event-${line}` })),
    };
  });
  const outcomes: FoundOutcome[] = [];
  for (const part of partsOf(entries, 20)) {
    const answer = await call<{ outcomes: FoundOutcome[] }>('POST /api/suggestions/import', {
      entries: part,
    });
    outcomes.push(...answer.outcomes);
    // An answer that was lost: it is sent again.
    await call('POST /api/suggestions/import', { entries: part });
  }
  return outcomes;
}

async function lines(): Promise<string[]> {
  const contents: string[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? '' : `&before=${encodeURIComponent(before)}`;
    const page: { rows: CheckIn[]; next: string | null } = await call(`GET /api/check_ins?limit=100${query}`);
    contents.push(...page.rows.map(({ content }) => content));
    before = page.next;
  } while (before !== null);
  return contents.flatMap((content) => content.split('\n')).toSorted();
}

it(`${2 * count} suggestions are each in the log once after power cuts`, async () => {
  const working = Promise.all([acceptSent(), acceptFound()]).finally(() => (isOver = true));
  let kills = 0;
  for (let cycle = 0; cycle < cycles && !isOver; cycle++) {
    await pause(250 + Math.random() * 500);
    await (cycle % 3 === 2 ? program.killDatabase() : program.killProcess());
    if (!program.alive()) program.start();
    await program.untilReady();
    kills += 1;
  }
  const [, outcomes] = await working;
  expect(new Set(outcomes)).toEqual(new Set(outcomes.includes('there') ? ['written', 'there'] : ['written']));
  const wanted = ['Commit', 'Event'].flatMap((word) =>
    Array.from({ length: count }, (_, n) => `${word} ${n}`),
  );
  expect(await lines()).toEqual(wanted.toSorted());
  expect((await call<{ count: number }>('GET /api/suggestions')).count).toBe(0);
  expect(kills).toBeGreaterThan(1);
});
