import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckIn, ImportOutcome } from '#features/check-ins/contract.ts';
import type { Goal, GoalOutcome } from '#features/goals/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '../../../../../tests/support/app.ts';
import type { Caller } from '../../../../../tests/support/caller.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const entry = (more: object = {}) => ({
  id: newId(),
  kind: 'entry',
  content: 'Written before',
  emoji: '🚀',
  created_at: '2025-05-05T10:00:00.000Z',
  edited_at: null,
  deleted_at: null,
  files: [],
  ...more,
});

const goal = (more: object = {}) => ({
  id: newId(),
  text: 'Reach it',
  cadence: 'weekly',
  period_start: '2026-01-05',
  created_at: '2026-01-06T10:00:00.000Z',
  completed_at: null,
  check_in_id: null,
  ...more,
});

type Answer = {
  code?: string;
  check_ins: { id: string; outcome: ImportOutcome }[];
  goals: { id: string; outcome: GoalOutcome }[];
};
const bring = (person: Caller, check_ins: object[], more: object = {}) =>
  person.call<Answer>('POST /api/guest_import', {
    body: { user_id: person.userId, check_ins, goals: [], ...more },
  });
const outcomes = async (person: Caller, check_ins: object[]) =>
  (await bring(person, check_ins)).json.check_ins.map(({ outcome }) => outcome);
const one = async (person: Caller, id: string) =>
  (await person.call<CheckIn>('GET /api/check_ins/:id', { params: { id } })).json;
const timeline = async (person: Caller) =>
  (await person.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

test('entries come with their dates, marks, kinds and bin, recorded now, and once (R-I1)', async () => {
  const ada = await app.signUp();
  const before = Date.now();
  const sent = [
    entry({ content: ' plain ' }),
    entry({ kind: 'goal', emoji: '🎯', edited_at: '2025-06-01T08:00:00.000Z' }),
    entry({ deleted_at: new Date(before - 86_400_000).toISOString() }),
    entry({ files: [{ id: newId(), name: '../lost.txt', size: 3 }], emoji: null }),
  ];
  expect(await outcomes(ada, sent)).toEqual(['written', 'written', 'written', 'written']);
  expect(await outcomes(ada, sent), 'the same again').toEqual(['there', 'there', 'there', 'there']);

  const [plain, goal, gone, lost] = await Promise.all(sent.map(({ id }) => one(ada, id)));
  expect(plain).toMatchObject({ content: 'plain', emoji: '🚀', created_at: sent[0]!.created_at });
  expect(Date.parse(plain!.recorded_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(goal).toMatchObject({ kind: 'goal', edited_at: '2025-06-01T08:00:00.000Z' });
  expect(gone!.deleted_at).toBe(sent[2]!.deleted_at);
  expect(lost!.missing_files).toMatchObject([{ name: 'lost.txt', size: 3 }]);
  expect((await timeline(ada)).map(({ id }) => id).toSorted()).toEqual(
    [plain, goal, lost].map((row) => row!.id).toSorted(),
  );
});

test('each entry is judged by the rules of single writes, and the others come all the same', async () => {
  const ada = await app.signUp();
  const bob = await app.signUp();
  const taken = entry();
  await bring(bob, [taken]);
  const sent = [
    entry({ content: ' \n ' }),
    entry({ content: 'x'.repeat(10_001) }),
    entry({ created_at: new Date(Date.now() + 3_600_000).toISOString() }),
    entry({ files: Array.from({ length: 11 }, () => ({ id: newId(), name: 'a.txt', size: 1 })) }),
    { ...taken, content: 'not mine' },
    entry(),
  ];
  expect(await outcomes(ada, sent)).toEqual([
    'content_required',
    'content_too_long',
    'invalid_date',
    'too_many_files',
    'id_taken',
    'written',
  ]);
  expect(await one(bob, taken.id)).toMatchObject({ content: 'Written before' });
  expect(await timeline(ada)).toHaveLength(1);
});

test('what came over is found by its words and tags, an edit of it too', async () => {
  const ada = await app.signUp();
  const first = entry({ content: 'Mended the Über-import #queue' });
  await bring(ada, [first]);
  const found = async (query: object) =>
    (await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins/search', { query: { ...query } })).json.rows
      .length;
  expect([await found({ q: 'uber' }), await found({ q: '#queue' })]).toEqual([1, 1]);
  await bring(ada, [{ ...first, content: 'Mended it again', edited_at: '2025-06-01T08:00:00.000Z' }]);
  expect([await found({ q: 'again' }), await found({ q: 'uber' })]).toEqual([1, 0]);
});

test('without a date an entry stands under now; marks of the future stand under now as well', async () => {
  const ada = await app.signUp();
  const { created_at: _, ...undated } = entry({ edited_at: '2099-01-01T00:00:00.000Z' });
  await bring(ada, [undated]);
  const row = await one(ada, undated.id);
  expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(60_000);
  expect(Date.parse(row.edited_at!)).toBeLessThanOrEqual(Date.now());
});

test('an edit that was made meanwhile comes after its entry; an older one changes nothing', async () => {
  const ada = await app.signUp();
  const first = entry();
  await bring(ada, [first]);
  const edited = { ...first, content: 'Better said', edited_at: '2025-06-01T08:00:00.000Z' };
  expect(await outcomes(ada, [edited])).toEqual(['there']);
  expect(await one(ada, first.id)).toMatchObject({ content: 'Better said', emoji: '🚀' });
  await bring(ada, [{ ...edited, content: 'Older', edited_at: '2025-05-30T08:00:00.000Z' }]);
  expect(await one(ada, first.id)).toMatchObject({ content: 'Better said' });
});

test('it is for the account that it says, holds its limits, and needs a session', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const { status, json } = await bring(ada, [entry()], { user_id: bob.userId });
  expect([status, json.code]).toEqual([409, 'other_account']);
  expect(await timeline(ada)).toHaveLength(0);
  const many = Array.from({ length: 51 }, () => entry());
  expect((await bring(ada, many)).status).toBe(400);
  expect(await outcomes(ada, many.slice(0, 50))).toHaveLength(50);
  const nobody = app.anonymous();
  nobody.userId = ada.userId;
  expect((await bring(nobody, [entry()])).status).toBe(401);
});

const bringGoals = async (person: Caller, goals: object[], entries: object[] = []) =>
  (await bring(person, entries, { goals })).json.goals.map(({ outcome }) => outcome);
const openGoals = async (person: Caller) => (await person.call<{ rows: Goal[] }>('GET /api/goals')).json.rows;
const doneOf = (person: Caller, id: string) =>
  person.call<{ goal: Goal }>('POST /api/goals/:id/complete', {
    params: { id },
    body: { check_in_id: newId() },
  });

test('goals come behind those on the list, in their order, with their cadence, and once', async () => {
  const ada = await app.signUp();
  await ada.call('POST /api/goals', { body: { id: newId(), text: 'The own one' } });
  const sent = [goal({ text: 'First' }), goal({ text: 'Second', cadence: null, period_start: null })];
  expect(await bringGoals(ada, sent)).toEqual(['written', 'written']);
  expect(await bringGoals(ada, sent.toReversed())).toEqual(['there', 'there']);
  expect(await openGoals(ada)).toMatchObject([
    { text: 'The own one' },
    { id: sent[0]!.id, text: 'First', cadence: 'weekly', period_start: '2026-01-05' },
    { id: sent[1]!.id, text: 'Second', created_at: sent[1]!.created_at },
  ]);
});

test('a goal that is done keeps its entry, if that is an own one, and is off the list', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const [mine, his] = [entry({ kind: 'goal' }), entry({ kind: 'goal' })];
  await bring(bob, [his]);
  const done = { completed_at: '2026-01-07T10:00:00.000Z' };
  const sent = [
    goal({ ...done, check_in_id: mine.id }),
    goal({ ...done, check_in_id: his.id }),
    goal({ completed_at: '2099-01-01T00:00:00.000Z', check_in_id: newId() }),
    goal({ check_in_id: mine.id }),
  ];
  expect(await bringGoals(ada, sent, [mine])).toEqual(['written', 'written', 'written', 'written']);
  expect((await openGoals(ada)).map(({ id }) => id)).toEqual([sent[3]!.id]);
  const kept = await Promise.all(sent.slice(0, 3).map(({ id }) => doneOf(ada, id)));
  expect(kept.map(({ json }) => json.goal)).toMatchObject([
    { ...done, check_in_id: mine.id },
    { ...done, check_in_id: null },
    { check_in_id: null },
  ]);
  expect(Date.parse(kept[2]!.json.goal.completed_at!), 'no mark of the future').toBeLessThanOrEqual(
    Date.now(),
  );
});

test('each goal is judged by the rules of single ones, and the others come all the same', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const taken = goal();
  await bringGoals(bob, [taken]);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const sent = [
    goal({ text: '  ' }),
    goal({ text: 'x'.repeat(1001) }),
    goal({ period_start: '2026-01-06' }),
    goal({ cadence: null }),
    goal({ created_at: later }),
    taken,
    goal(),
  ];
  expect(await bringGoals(ada, sent)).toEqual([
    'text_required',
    'text_too_long',
    'invalid_period',
    'invalid_period',
    'invalid_date',
    'id_taken',
    'written',
  ]);
  expect(await openGoals(ada)).toHaveLength(1);
});

test('the list takes no more than 200 open goals; done ones need no room', async () => {
  const ada = await app.signUp();
  for (let part = 0; part < 4; part++)
    await bringGoals(
      ada,
      Array.from({ length: 50 }, () => goal()),
    );
  expect(await openGoals(ada)).toHaveLength(200);
  const done = goal({ completed_at: '2026-01-07T10:00:00.000Z' });
  expect(await bringGoals(ada, [goal(), done])).toEqual(['too_many_goals', 'written']);
});
