import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { Goal } from '#features/goals/contract.ts';
import { periodProblem } from '#features/goals/rules.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { LiveHub } from '#platform/live/hub.ts';
import type { LiveEvent } from '#platform/live/recent-events.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { seedEntries } from './entries.ts';
import { addEntries, ensureAccount } from './fill.ts';
import { addGoals, seedGoals } from './goals.ts';

const now = Date.UTC(2026, 10, 20, 12);
const person = '0190a3c0-0000-7000-8000-000000000001';
const other = '0190a3c0-0000-7000-8000-000000000002';
const nowhere = join(tmpdir(), 'no-such-log.jsonl');

describe('seed entries', () => {
  it('from the sample end yesterday and have the same ids on every day', () => {
    const entries = seedEntries(person, now, nowhere);
    expect(entries.length).toBeGreaterThan(100);
    const newest = entries
      .map((entry) => entry.createdAt)
      .sort()
      .at(-1)!;
    expect(newest.slice(0, 10)).toBe('2026-11-19');
    const ids = (at: number, of: string) => seedEntries(of, at, nowhere).map((entry) => entry.id);
    expect(new Set(ids(now, person)).size).toBe(entries.length);
    expect(ids(now + 40 * dayMs, person)).toEqual(ids(now, person));
    expect(ids(now, other)).not.toEqual(ids(now, person));
  });

  it('from a work log keep their dates in any time zone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'logbook-seed-'));
    const file = join(folder, 'log.jsonl');
    writeFileSync(file, '{"created_at": "2021-12-08T23:43:14+08:00", "content": "init project"}\n');
    const entries = seedEntries(person, now, file);
    rmSync(folder, { recursive: true });
    expect(entries).toMatchObject([{ content: 'init project', createdAt: '2021-12-08T15:43:14.000Z' }]);
    expect(entries[0]!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('the seed', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const ada = { email: 'ada@example.com', fullName: 'Ada Example', password: 'a good long passphrase' };

  it('creates a user who can sign in and see all entries; a second run adds nothing', async () => {
    const account = await ensureAccount(app.database, ada);
    expect(account).toMatchObject({ isNew: true, passwordFits: true });
    const entries = seedEntries(account.userId, Date.now(), nowhere);

    const hub = new LiveHub(app.database.listener);
    await hub.open();
    const events: LiveEvent[] = [];
    hub.subscribe(account.userId, (event) => events.push(event));
    expect(await addEntries(app.database, account.userId, entries)).toBe(entries.length);
    await expect.poll(() => events).toEqual([{ kind: 'check_ins', owner: account.userId, id: 'many' }]);
    await hub.close();

    const caller = app.anonymous();
    const { email, password } = ada;
    await caller.call('POST /api/auth/sign-in', { body: { email, password } });
    const { json } = await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins', { query: { limit: 100 } });
    expect(json.rows).toHaveLength(100);
    expect(json.rows[0]!.recorded_at).toBe(json.rows[0]!.created_at);

    const goals = seedGoals(account.userId, Date.now());
    expect(await addGoals(app.database, account.userId, goals)).toBe(goals.length);
    expect(await addGoals(app.database, account.userId, goals)).toBe(0);
    const list = await caller.call<{ rows: Goal[] }>('GET /api/goals');
    expect(list.json.rows.map(({ text }) => text)).toEqual(goals.map(({ text }) => text));
    for (const goal of list.json.rows) expect(periodProblem(goal, Date.now())).toBeUndefined();

    expect(await ensureAccount(app.database, ada)).toEqual({ ...account, isNew: false });
    expect(await addEntries(app.database, account.userId, entries)).toBe(0);
  });

  it('does not change the password of an existing user', async () => {
    const caller = await app.signUp('Ada Example');
    const found = await ensureAccount(app.database, { ...ada, email: caller.email, password: 'another one' });
    expect(found).toEqual({ userId: caller.userId, isNew: false, passwordFits: false });
  });
});
