import { describe, expect, test } from 'vitest';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import type { operations as checkInOperations } from '#features/check-ins/contract.ts';
import { limits } from '#features/goals/constants.ts';
import type { operations } from '#features/goals/contract.ts';
import { periodStart } from '#features/goals/rules.ts';
import { guestGoals } from '#features/goals/web/guest.ts';
import { newId } from '#platform/clock/id.ts';
import type { CallInput } from '#platform/http/operation.ts';
import { inBothWorlds } from './worlds.ts';

type New = Partial<CallInput<(typeof operations)['POST /api/goals']>['body']>;
type Change = CallInput<(typeof operations)['PATCH /api/goals/:id']>['body'];
const notFound = { status: 404, code: 'not_found' };
const today = new Date().toISOString().slice(0, 10);

inBothWorlds<typeof operations & typeof checkInOperations>({ ...guestGoals, ...guestCheckIns }, (world) => {
  const set = (text: string, more: New = {}) =>
    world().call('POST /api/goals', { body: { id: newId(), text, ...more } });
  const change = (id: string, body: Change) => world().call('PATCH /api/goals/:id', { params: { id }, body });
  const remove = (id: string) => world().call('DELETE /api/goals/:id', { params: { id } });
  const restore = (id: string) => world().call('POST /api/goals/:id/restore', { params: { id } });
  const complete = (id: string, more: { check_in_id?: string; completed_at?: string } = {}) =>
    world().call('POST /api/goals/:id/complete', { params: { id }, body: { check_in_id: newId(), ...more } });
  const reopen = (id: string) => world().call('POST /api/goals/:id/reopen', { params: { id } });
  const list = async () => (await world().call('GET /api/goals', {})).rows;
  const listTexts = async () => (await list()).map(({ text }) => text);
  const timeline = async () => (await world().call('GET /api/check_ins', { query: {} })).rows;
  const bin = async () => (await world().call('GET /api/check_ins/deleted', { query: {} })).rows;
  const three = async () => [await set('one'), await set('two'), await set('three')] as const;

  describe('setting a goal', () => {
    test('is idempotent by id and adds the goal at the end of the list', async () => {
      await set('The first');
      const period = { cadence: 'monthly' as const, period_start: periodStart('monthly', today) };
      const body = { id: newId(), text: ' Read\r\na book ', ...period };
      const goal = await world().call('POST /api/goals', { body });
      expect(goal).toMatchObject({
        user_id: world().userId,
        text: 'Read\na book',
        ...period,
        completed_at: null,
        deleted_at: null,
        check_in_id: null,
      });
      expect(await world().call('POST /api/goals', { body })).toEqual(goal);
      expect((await list()).map(({ id }) => id).at(-1)).toBe(goal.id);
      expect(await list()).toHaveLength(2);
      const other = world().call('POST /api/goals', { body: { ...body, text: 'Write one' } });
      await expect(other).rejects.toMatchObject({ status: 409, code: 'id_taken' });
    });

    test('gives guest goals consecutive ids and never reuses one', async () => {
      const shape = (n: number) => (world().where === 'guest' ? RegExp(`^guest-${n}$`) : /^[0-9a-f-]{36}$/);
      const [one] = await three();
      for (const [index, { id }] of (await list()).entries()) expect(id).toMatch(shape(index + 1));
      await remove(one.id);
      expect((await set('four')).id).toMatch(shape(4));
    });

    test.each<[string, string, New]>([
      ['text_required', ' \n ', {}],
      ['text_required', '\u200e\u2060\ufe0f', {}],
      ['text_too_long', 'x'.repeat(limits.text + 1), {}],
      ['invalid_period', 'x', { cadence: 'weekly' }],
      ['invalid_period', 'x', { cadence: 'weekly', period_start: '2026-11-17' }],
      ['invalid_period', 'x', { period_start: '2026-11-16' }],
      ['invalid_date', 'x', { created_at: new Date(Date.now() + 600_000).toISOString() }],
    ])('is refused with %s (case %#)', async (code, text, more) => {
      await expect(set(text, more)).rejects.toMatchObject({ status: 400, code });
      expect(await list()).toEqual([]);
    });

    test('is refused with too_many_goals on a full list, and so is restoring', async () => {
      const { id } = await set('gone for a while');
      await remove(id);
      for (let n = 0; n < limits.open; n++) await set(`Goal ${n}`);
      await expect(set('one more')).rejects.toMatchObject({ status: 409, code: 'too_many_goals' });
      await expect(restore(id)).rejects.toMatchObject({ status: 409, code: 'too_many_goals' });
      expect(await list()).toHaveLength(limits.open);
    });
  });

  test('moving goals changes their order, and only behind open goals (R-C2)', async () => {
    const [one, two, last] = await three();
    await change(last.id, { after: null });
    expect(await listTexts()).toEqual(['three', 'one', 'two']);
    expect((await change(last.id, { after: one.id })).position).toBe(2);
    expect(await listTexts()).toEqual(['one', 'three', 'two']);
    await complete(two.id);
    await expect(change(one.id, { after: two.id })).rejects.toMatchObject({ code: 'goal_off_list' });
    await expect(change(one.id, { after: newId() })).rejects.toMatchObject({ code: 'goal_off_list' });
    await set('four');
    expect(await listTexts()).toEqual(['one', 'three', 'four']);
  });

  test('text and period of a goal can be changed while it is open', async () => {
    const before = await set('Read a book');
    const period = { cadence: 'weekly' as const, period_start: periodStart('weekly', today) };
    expect(await change(before.id, { text: ' Write one ', ...period })).toEqual({
      ...before,
      text: 'Write one',
      ...period,
    });
    await expect(change(before.id, { text: ' ' })).rejects.toMatchObject({ code: 'text_required' });
    await expect(change(before.id, { text: '\uffa0' })).rejects.toMatchObject({ code: 'text_required' });
    await expect(change(before.id, { cadence: 'weekly' })).rejects.toMatchObject({ code: 'invalid_period' });
    await complete(before.id);
    await expect(change(before.id, { text: 'x' })).rejects.toMatchObject({ code: 'goal_off_list' });
  });

  describe('completing a goal (R-C3)', () => {
    test('creates one entry of kind goal, even when repeated', async () => {
      const [one] = await three();
      const done = await complete(one.id);
      expect(done.check_in).toMatchObject({ kind: 'goal', emoji: '🎯', content: 'one' });
      expect(done.goal).toEqual({
        ...one,
        completed_at: done.check_in!.created_at,
        check_in_id: done.check_in!.id,
      });
      expect(await complete(one.id)).toEqual(done);
      expect(await listTexts()).toEqual(['two', 'three']);
      expect(await timeline()).toEqual([done.check_in]);
    });

    test('refuses the id of a different entry and a time in the future', async () => {
      const one = await set('one');
      const body = { id: newId(), content: 'Something else' };
      await world().call('POST /api/check_ins', { body });
      await expect(complete(one.id, { check_in_id: body.id })).rejects.toMatchObject({ code: 'id_taken' });
      const ahead = new Date(Date.now() + 600_000).toISOString();
      await expect(complete(one.id, { completed_at: ahead })).rejects.toMatchObject({ code: 'invalid_date' });
      const completed_at = '2025-03-01T10:00:00.000Z';
      expect((await complete(one.id, { completed_at })).check_in!.created_at).toBe(completed_at);
    });

    test('can be undone: the goal returns to its position and its entry moves to the bin', async () => {
      const [, two] = await three();
      const done = await complete(two.id);
      const { goal, check_in } = await reopen(two.id);
      expect(goal).toEqual(two);
      expect(check_in).toMatchObject({ id: done.check_in!.id, deleted_at: expect.any(String) });
      expect(await bin()).toEqual([check_in]);
      expect(await listTexts()).toEqual(['one', 'two', 'three']);
      expect(await timeline()).toEqual([]);
      expect(await reopen(two.id)).toEqual({ goal: two, check_in: null });
      expect((await complete(two.id)).check_in!.id).not.toBe(done.check_in!.id);
    });
  });

  test('deleting a goal can be undone', async () => {
    const [, two] = await three();
    const deleted = await remove(two.id);
    expect(await remove(two.id)).toEqual(deleted);
    expect(await listTexts()).toEqual(['one', 'three']);
    await expect(complete(two.id)).rejects.toMatchObject({ code: 'goal_off_list' });
    await expect(reopen(two.id)).rejects.toMatchObject({ code: 'goal_off_list' });
    expect(await restore(two.id)).toEqual(two);
    expect(await restore(two.id)).toEqual(two);
    expect(await listTexts()).toEqual(['one', 'two', 'three']);
  });

  test('operations on an unknown goal are refused with 404', async () => {
    const id = world().where === 'guest' ? 'guest-7' : newId();
    for (const request of [change, remove, restore, complete, reopen]) {
      await expect(request(id, {})).rejects.toMatchObject(notFound);
    }
  });
});
