import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckIn } from '#features/check-ins/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller, ProblemBody } from '#tests/support/caller.ts';
import { limits } from '../constants.ts';
import type { Goal } from '../contract.ts';
import { periodStart } from '../rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Done = { goal: Goal; check_in: CheckIn | null };

const set = (caller: Caller, body: object = {}) =>
  caller.call<Goal & ProblemBody>('POST /api/goals', { body: { id: newId(), text: 'Read a book', ...body } });
const change = (caller: Caller, id: string, body: object) =>
  caller.call<Goal & ProblemBody>('PATCH /api/goals/:id', { params: { id }, body });
const complete = (caller: Caller, id: string, body: object = {}) =>
  caller.call<Done & ProblemBody>('POST /api/goals/:id/complete', {
    params: { id },
    body: { check_in_id: newId(), ...body },
  });
const reopen = (caller: Caller, id: string) =>
  caller.call<Done & ProblemBody>('POST /api/goals/:id/reopen', { params: { id } });
const remove = (caller: Caller, id: string) =>
  caller.call<Goal & ProblemBody>('DELETE /api/goals/:id', { params: { id } });
const restore = (caller: Caller, id: string) =>
  caller.call<Goal & ProblemBody>('POST /api/goals/:id/restore', { params: { id } });
const list = async (caller: Caller) => (await caller.call<{ rows: Goal[] }>('GET /api/goals')).json.rows;
const listTexts = async (caller: Caller) => (await list(caller)).map(({ text }) => text);
const timeline = async (caller: Caller) =>
  (await caller.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

async function signUpWithGoals(): Promise<[Caller, Goal, Goal, Goal]> {
  const ada = await app.signUp();
  const one = (await set(ada, { text: 'one' })).json;
  const two = (await set(ada, { text: 'two' })).json;
  return [ada, one, two, (await set(ada, { text: 'three' })).json];
}

const today = () => new Date().toISOString().slice(0, 10);

describe('POST /api/goals', () => {
  it('stores text and period, and adds the goal at the end of the list (R-C1, R-C2)', async () => {
    const ada = await app.signUp();
    const period_start = periodStart('weekly', today());
    await set(ada, { text: 'The first' });
    const { status, json } = await set(ada, {
      text: '  Talk to\r\nthree customers \n',
      cadence: 'weekly',
      period_start,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      user_id: ada.userId,
      text: 'Talk to\nthree customers',
      cadence: 'weekly',
      period_start,
      completed_at: null,
      deleted_at: null,
      check_in_id: null,
    });
    expect(await list(ada)).toEqual([expect.objectContaining({ text: 'The first', cadence: null }), json]);
  });

  it('is idempotent by id, with 20 parallel repeats; different text with the same id is refused', async () => {
    const ada = await app.signUp();
    const id = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => set(ada, { id })));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await list(ada)).toHaveLength(1);
    expect((await set(ada, { id, text: 'Other text' })).json.code).toBe('id_taken');
    const bob = await app.signUp('Bob');
    expect((await set(bob, { id })).json.code).toBe('id_taken');
  });

  it.each([
    ['an empty text', { text: ' \n ' }, 'text_required'],
    ['a text over the limit', { text: 'a'.repeat(limits.text + 1) }, 'text_too_long'],
    ['a period without a cadence', { period_start: '2026-11-16' }, 'invalid_period'],
    ['a cadence without a period', { cadence: 'weekly' }, 'invalid_period'],
    ['a week that begins on a Tuesday', { cadence: 'weekly', period_start: '2026-11-17' }, 'invalid_period'],
    ['a period far ahead', { cadence: 'monthly', period_start: '2099-01-01' }, 'invalid_period'],
    ['a date that does not exist', { cadence: 'monthly', period_start: '2026-02-30' }, 'invalid_input'],
    ['an unknown cadence', { cadence: 'daily', period_start: '2026-11-16' }, 'invalid_input'],
    [
      'a creation time in the future',
      { created_at: new Date(Date.now() + 600_000).toISOString() },
      'invalid_date',
    ],
    ['an unknown field', { completed: true }, 'invalid_input'],
  ])('refuses %s', async (_what, body, code) => {
    const ada = await app.signUp();
    const { status, json } = await set(ada, body);
    expect([status, json.code]).toEqual([400, code]);
    expect(await list(ada)).toEqual([]);
  });

  it('accepts text at the length limit, and the creation time of a guest goal', async () => {
    const ada = await app.signUp();
    const { json } = await set(ada, {
      text: '🎯'.repeat(limits.text),
      created_at: '2024-02-29T23:30:00+02:00',
    });
    expect(json.created_at).toBe('2024-02-29T21:30:00.000Z');
  });

  it('is refused on a full list, even under parallel requests, and so are restoring and reopening', async () => {
    const ada = await app.signUp();
    const [deleted, done] = [(await set(ada)).json.id, (await set(ada)).json.id];
    await remove(ada, deleted);
    await complete(ada, done);
    for (let n = 0; n < limits.open - 3; n++) await set(ada);
    const answers = await Promise.all(Array.from({ length: 8 }, () => set(ada)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.json.code).toBe('too_many_goals');
    expect(await list(ada)).toHaveLength(limits.open);
    expect((await restore(ada, deleted)).json.code).toBe('too_many_goals');
    expect((await reopen(ada, done)).json.code).toBe('too_many_goals');
  });
});

describe('the order of goals (R-C2)', () => {
  it('follows the moves of the user', async () => {
    const [ada, one, two, last] = await signUpWithGoals();
    await change(ada, last.id, { after: null });
    expect(await listTexts(ada)).toEqual(['three', 'one', 'two']);
    const { json } = await change(ada, last.id, { after: one.id });
    expect(json.position).toBe(2);
    expect(await listTexts(ada)).toEqual(['one', 'three', 'two']);
    await change(ada, one.id, { after: two.id });
    expect(await listTexts(ada)).toEqual(['three', 'two', 'one']);
    await set(ada, { text: 'four' });
    expect(await listTexts(ada)).toEqual(['three', 'two', 'one', 'four']);
  });

  it('stays consistent under parallel moves: no goal is lost and positions are unique', async () => {
    const [ada, one, two, last] = await signUpWithGoals();
    const all = [one, two, last];
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        change(ada, all[n % 3]!.id, { after: n % 2 === 0 ? null : all[(n + 1) % 3]!.id }),
      ),
    );
    const rows = await list(ada);
    expect(rows.map(({ text }) => text).sort()).toEqual(['one', 'three', 'two']);
    expect(rows.map(({ position }) => position)).toEqual([1, 2, 3]);
  });

  it("refuses to move a goal behind a completed, unknown or another user's goal", async () => {
    const [ada, one, two, last] = await signUpWithGoals();
    const bob = await app.signUp('Bob');
    const { json: his } = await set(bob);
    await complete(ada, two.id);
    for (const after of [two.id, his.id, newId()]) {
      expect((await change(ada, one.id, { after })).json.code).toBe('goal_off_list');
    }
    expect(await listTexts(ada)).toEqual(['one', 'three']);
    expect(last.position).toBe(3);
  });
});

describe('PATCH /api/goals/:id', () => {
  it('changes text, period, or neither', async () => {
    const ada = await app.signUp();
    const { json: before } = await set(ada);
    const period = { cadence: 'monthly', period_start: periodStart('monthly', today()) };
    expect((await change(ada, before.id, { text: ' Write one ' })).json).toEqual({
      ...before,
      text: 'Write one',
    });
    const { json: dated } = await change(ada, before.id, period);
    expect(dated).toEqual({ ...before, text: 'Write one', ...period });
    expect((await change(ada, before.id, {})).json).toEqual(dated);
    const without = await change(ada, before.id, { cadence: null, period_start: null });
    expect(without.json).toEqual({ ...before, text: 'Write one' });
  });

  it('refuses invalid text and periods, and goals that are completed or deleted', async () => {
    const [ada, one, two] = await signUpWithGoals();
    expect((await change(ada, one.id, { text: ' ' })).json.code).toBe('text_required');
    expect((await change(ada, one.id, { cadence: 'weekly' })).json.code).toBe('invalid_period');
    await complete(ada, one.id);
    await remove(ada, two.id);
    expect((await change(ada, one.id, { text: 'x' })).json.code).toBe('goal_off_list');
    expect((await change(ada, two.id, { text: 'x' })).json.code).toBe('goal_off_list');
  });
});

describe('completing a goal (R-C3)', () => {
  it('creates an entry of kind goal, and keeps the goal with its completion time', async () => {
    const [ada, one] = await signUpWithGoals();
    const check_in_id = newId();
    const { status, json } = await complete(ada, one.id, { check_in_id });
    expect(status).toBe(200);
    expect(json.check_in).toMatchObject({ id: check_in_id, kind: 'goal', emoji: '🎯', content: 'one' });
    expect(json.goal).toMatchObject({ check_in_id, completed_at: json.check_in!.created_at });
    expect(await listTexts(ada)).toEqual(['two', 'three']);
    expect(await timeline(ada)).toEqual([json.check_in]);
  });

  it('creates one entry under 10 parallel requests', async () => {
    const [ada, one] = await signUpWithGoals();
    const answers = await Promise.all(Array.from({ length: 10 }, () => complete(ada, one.id)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await timeline(ada)).toHaveLength(1);
  });

  it('keeps the completion time of a guest goal, and changes nothing when it is refused', async () => {
    const [ada, one, two] = await signUpWithGoals();
    const completed_at = '2025-03-01T10:00:00.000Z';
    const { json } = await complete(ada, one.id, { completed_at });
    expect(json).toMatchObject({ goal: { completed_at }, check_in: { created_at: completed_at } });
    const ahead = { completed_at: new Date(Date.now() + 600_000).toISOString() };
    expect((await complete(ada, two.id, ahead)).json.code).toBe('invalid_date');
    expect((await complete(ada, two.id, { check_in_id: json.check_in!.id })).json.code).toBe('id_taken');
    const bob = await app.signUp('Bob');
    const { json: his } = await set(bob);
    expect((await complete(bob, his.id, { check_in_id: json.check_in!.id })).json.code).toBe('id_taken');
    expect(await listTexts(ada)).toEqual(['two', 'three']);
    expect(await listTexts(bob)).toHaveLength(1);
  });

  it('can be undone: the goal returns to its position and its entry moves to the bin', async () => {
    const [ada, , two] = await signUpWithGoals();
    const { json: done } = await complete(ada, two.id);
    await set(ada, { text: 'four' });
    const { json } = await reopen(ada, two.id);
    expect(json.goal).toEqual(two);
    expect(json.check_in).toMatchObject({ id: done.check_in!.id, deleted_at: expect.any(String) });
    expect(await listTexts(ada)).toEqual(['one', 'two', 'three', 'four']);
    expect(await timeline(ada)).toEqual([]);
    expect((await reopen(ada, two.id)).json).toEqual({ goal: two, check_in: null });
    const { json: again } = await complete(ada, two.id);
    expect(again.check_in!.id).not.toBe(done.check_in!.id);
    expect(await timeline(ada)).toEqual([again.check_in]);
  });

  it('is kept when its entry is purged', async () => {
    const [ada, one] = await signUpWithGoals();
    const { json } = await complete(ada, one.id);
    await app.database.asOwner((db) => db.query('delete from check_ins where id = $1', [json.check_in!.id]));
    const repeat = await complete(ada, one.id);
    expect(repeat.json).toEqual({ goal: { ...json.goal, check_in_id: null }, check_in: null });
    expect((await reopen(ada, one.id)).json).toEqual({ goal: one, check_in: null });
  });
});

describe('DELETE /api/goals/:id', () => {
  it('removes the goal from the list; restoring returns it to its position', async () => {
    const [ada, , two] = await signUpWithGoals();
    const { json: deleted } = await remove(ada, two.id);
    expect(deleted.deleted_at).not.toBeNull();
    expect((await remove(ada, two.id)).json).toEqual(deleted);
    expect(await listTexts(ada)).toEqual(['one', 'three']);
    expect((await complete(ada, two.id)).json.code).toBe('goal_off_list');
    expect((await reopen(ada, two.id)).json.code).toBe('goal_off_list');
    expect((await restore(ada, two.id)).json).toEqual(two);
    expect((await restore(ada, two.id)).json).toEqual(two);
    expect(await listTexts(ada)).toEqual(['one', 'two', 'three']);
  });
});

it("every operation on another user's goal returns 404 and leaves it unchanged", async () => {
  const [ada, one] = await signUpWithGoals();
  const bob = await app.signUp('Bob');
  for (const request of [change(bob, one.id, { text: 'x' }), complete(bob, one.id), reopen(bob, one.id)]) {
    expect((await request).status).toBe(404);
  }
  expect((await remove(bob, one.id)).status).toBe(404);
  expect((await restore(bob, one.id)).status).toBe(404);
  expect(await list(bob)).toEqual([]);
  expect((await list(ada))[0]).toEqual(one);
});
