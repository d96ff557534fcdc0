import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckIn, ImportOutcome } from '#features/check-ins/contract.ts';
import type { Goal, GoalOutcome } from '#features/goals/contract.ts';
import { dayMs, hourMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { LiveHub } from '#platform/live/hub.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';

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
const sendImport = (person: Caller, check_ins: object[], more: object = {}) =>
  person.call<Answer>('POST /api/guest_import', {
    body: { user_id: person.userId, check_ins, goals: [], ...more },
  });
const outcomes = async (person: Caller, check_ins: object[]) =>
  (await sendImport(person, check_ins)).json.check_ins.map(({ outcome }) => outcome);
const readEntry = async (person: Caller, id: string) =>
  (await person.call<CheckIn>('GET /api/check_ins/:id', { params: { id } })).json;
const timeline = async (person: Caller) =>
  (await person.call<{ rows: CheckIn[] }>('GET /api/check_ins')).json.rows;

test('an import announces all its entries with one live event, and an entry after it with its own', async () => {
  const ada = await app.signUp();
  const hub = new LiveHub(app.database.listener);
  await hub.open();
  try {
    const events: string[] = [];
    const own = newId();
    const last = new Promise<void>((resolve) => {
      hub.subscribe(ada.userId, ({ kind, id }) => {
        if (kind === 'check_ins') events.push(id);
        if (id === own) resolve();
      });
    });
    expect(await outcomes(ada, [entry(), entry(), entry()])).toEqual(['written', 'written', 'written']);
    await ada.call('POST /api/check_ins', { body: { id: own, content: 'After it', emoji: '🚀' } });
    await last;
    expect(events).toEqual(['many', own]);
  } finally {
    await hub.close();
  }
});

test('entries are imported once, with dates, edit marks, kinds and bin, and recorded now (R-I1)', async () => {
  const ada = await app.signUp();
  const before = Date.now();
  const sent = [
    entry({ content: ' plain ' }),
    entry({ kind: 'goal', emoji: '🎯', edited_at: '2025-06-01T08:00:00.000Z' }),
    entry({ deleted_at: new Date(before - dayMs).toISOString() }),
    entry({ files: [{ id: newId(), name: '../lost.txt', size: 3 }], emoji: null }),
  ];
  expect(await outcomes(ada, sent)).toEqual(['written', 'written', 'written', 'written']);
  expect(await outcomes(ada, sent), 'repeated').toEqual(['there', 'there', 'there', 'there']);

  const [plain, goal, gone, lost] = await Promise.all(sent.map(({ id }) => readEntry(ada, id)));
  expect(plain).toMatchObject({ content: 'plain', emoji: '🚀', created_at: sent[0]!.created_at });
  expect(Date.parse(plain!.recorded_at)).toBeGreaterThanOrEqual(before - 1000);
  expect(goal).toMatchObject({ kind: 'goal', edited_at: '2025-06-01T08:00:00.000Z' });
  expect(gone!.deleted_at).toBe(sent[2]!.deleted_at);
  expect(lost!.missing_files).toMatchObject([{ name: 'lost.txt', size: 3 }]);
  expect((await timeline(ada)).map(({ id }) => id).toSorted()).toEqual(
    [plain, goal, lost].map((row) => row!.id).toSorted(),
  );
});

test('each entry is validated like a single write, and an invalid one does not block the others', async () => {
  const ada = await app.signUp();
  const bob = await app.signUp();
  const taken = entry();
  await sendImport(bob, [taken]);
  const sent = [
    entry({ content: ' \n ' }),
    entry({ content: 'x'.repeat(10_001) }),
    entry({ created_at: new Date(Date.now() + hourMs).toISOString() }),
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
  expect(await readEntry(bob, taken.id)).toMatchObject({ content: 'Written before' });
  expect(await timeline(ada)).toHaveLength(1);
});

test('texts that share an id are reported as not stored, except the first one', async () => {
  const ada = await app.signUp();
  const first = entry({ content: 'First' });
  const sent = [first, { ...first, content: 'Second' }, { ...first, content: 'Third' }, first];
  expect(await outcomes(ada, sent)).toEqual(['written', 'id_taken', 'id_taken', 'there']);
  expect(await outcomes(ada, [{ ...first, content: 'Fourth' }])).toEqual(['id_taken']);
  expect(await readEntry(ada, first.id)).toMatchObject({ content: 'First' });

  const set = goal({ text: 'First' });
  const goals = [set, { ...set, text: 'Second' }, { ...set, text: 'Third' }, set];
  expect(await sendGoals(ada, goals)).toEqual(['written', 'id_taken', 'id_taken', 'there']);
  expect(await sendGoals(ada, [{ ...set, text: 'Fourth' }])).toEqual(['id_taken']);
  expect(await openGoals(ada)).toMatchObject([{ text: 'First' }]);
});

test('an edited text that shares an id and its time with another edit is reported as not stored', async () => {
  const ada = await app.signUp();
  const at = { edited_at: '2025-06-01T08:00:00.000Z' };
  const first = entry({ content: 'First', ...at });
  const second = { ...first, content: 'Second' };
  expect(await outcomes(ada, [first, second])).toEqual(['written', 'id_taken']);
  const older = { ...first, content: 'Older', edited_at: '2025-05-30T08:00:00.000Z' };
  expect(await outcomes(ada, [older])).toEqual(['there']);
});

test('imported entries, and imported edits of them, are found by search text and tags', async () => {
  const ada = await app.signUp();
  const first = entry({ content: 'Fixed the Über-import #queue' });
  await sendImport(ada, [first]);
  const found = async (query: object) =>
    (await ada.call<{ rows: CheckIn[] }>('GET /api/check_ins/search', { query: { ...query } })).json.rows
      .length;
  expect([await found({ q: 'uber' }), await found({ q: '#queue' })]).toEqual([1, 1]);
  await sendImport(ada, [{ ...first, content: 'Fixed it again', edited_at: '2025-06-01T08:00:00.000Z' }]);
  expect([await found({ q: 'again' }), await found({ q: 'uber' })]).toEqual([1, 0]);
});

test('an entry without a date is dated now, and an edit mark in the future is capped at now', async () => {
  const ada = await app.signUp();
  const { created_at: _, ...undated } = entry({ edited_at: '2099-01-01T00:00:00.000Z' });
  await sendImport(ada, [undated]);
  const row = await readEntry(ada, undated.id);
  expect(Math.abs(Date.parse(row.created_at) - Date.now())).toBeLessThan(60_000);
  expect(Date.parse(row.edited_at!)).toBeLessThanOrEqual(Date.now());
});

test('a newer edit updates an imported entry, and an older one changes nothing', async () => {
  const ada = await app.signUp();
  const first = entry();
  await sendImport(ada, [first]);
  const edited = { ...first, content: 'Better said', edited_at: '2025-06-01T08:00:00.000Z' };
  expect(await outcomes(ada, [edited])).toEqual(['there']);
  expect(await readEntry(ada, first.id)).toMatchObject({ content: 'Better said', emoji: '🚀' });
  await sendImport(ada, [{ ...edited, content: 'Older', edited_at: '2025-05-30T08:00:00.000Z' }]);
  expect(await readEntry(ada, first.id)).toMatchObject({ content: 'Better said' });
});

test('an import for another account, over the item limit, or without a session is refused', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const { status, json } = await sendImport(ada, [entry()], { user_id: bob.userId });
  expect([status, json.code]).toEqual([409, 'other_account']);
  expect(await timeline(ada)).toHaveLength(0);
  const many = Array.from({ length: 51 }, () => entry());
  expect((await sendImport(ada, many)).status).toBe(400);
  expect(await outcomes(ada, many.slice(0, 50))).toHaveLength(50);
  const anonymous = app.anonymous();
  anonymous.userId = ada.userId;
  expect((await sendImport(anonymous, [entry()])).status).toBe(401);
});

const sendGoals = async (person: Caller, goals: object[], entries: object[] = []) =>
  (await sendImport(person, entries, { goals })).json.goals.map(({ outcome }) => outcome);
const openGoals = async (person: Caller) => (await person.call<{ rows: Goal[] }>('GET /api/goals')).json.rows;
const completeAgain = (person: Caller, id: string) =>
  person.call<{ goal: Goal }>('POST /api/goals/:id/complete', {
    params: { id },
    body: { check_in_id: newId() },
  });

test('goals are imported once, at the end of the list, in order and with their cadence', async () => {
  const ada = await app.signUp();
  await ada.call('POST /api/goals', { body: { id: newId(), text: 'The own one' } });
  const sent = [goal({ text: 'First' }), goal({ text: 'Second', cadence: null, period_start: null })];
  expect(await sendGoals(ada, sent)).toEqual(['written', 'written']);
  expect(await sendGoals(ada, sent.toReversed())).toEqual(['there', 'there']);
  expect(await openGoals(ada)).toMatchObject([
    { text: 'The own one' },
    { id: sent[0]!.id, text: 'First', cadence: 'weekly', period_start: '2026-01-05' },
    { id: sent[1]!.id, text: 'Second', created_at: sent[1]!.created_at },
  ]);
});

test("a completed goal is imported off the list and linked to its entry, unless that is another user's", async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const [mine, his] = [entry({ kind: 'goal' }), entry({ kind: 'goal' })];
  await sendImport(bob, [his]);
  const done = { completed_at: '2026-01-07T10:00:00.000Z' };
  const sent = [
    goal({ ...done, check_in_id: mine.id }),
    goal({ ...done, check_in_id: his.id }),
    goal({ completed_at: '2099-01-01T00:00:00.000Z', check_in_id: newId() }),
    goal({ check_in_id: mine.id }),
  ];
  expect(await sendGoals(ada, sent, [mine])).toEqual(['written', 'written', 'written', 'written']);
  expect((await openGoals(ada)).map(({ id }) => id)).toEqual([sent[3]!.id]);
  const kept = await Promise.all(sent.slice(0, 3).map(({ id }) => completeAgain(ada, id)));
  expect(kept.map(({ json }) => json.goal)).toMatchObject([
    { ...done, check_in_id: mine.id },
    { ...done, check_in_id: null },
    { check_in_id: null },
  ]);
  expect(Date.parse(kept[2]!.json.goal.completed_at!), 'not in the future').toBeLessThanOrEqual(Date.now());
});

test('each goal is validated like a single one, and an invalid one does not block the others', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const taken = goal();
  await sendGoals(bob, [taken]);
  const later = new Date(Date.now() + hourMs).toISOString();
  const sent = [
    goal({ text: '  ' }),
    goal({ text: 'x'.repeat(1001) }),
    goal({ period_start: '2026-01-06' }),
    goal({ cadence: null }),
    goal({ created_at: later }),
    taken,
    goal(),
  ];
  expect(await sendGoals(ada, sent)).toEqual([
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

test('an import stops at 200 open goals; completed goals do not count', async () => {
  const ada = await app.signUp();
  for (let part = 0; part < 4; part++)
    await sendGoals(
      ada,
      Array.from({ length: 50 }, () => goal()),
    );
  expect(await openGoals(ada)).toHaveLength(200);
  const done = goal({ completed_at: '2026-01-07T10:00:00.000Z' });
  expect(await sendGoals(ada, [goal(), done])).toEqual(['too_many_goals', 'written']);
});
