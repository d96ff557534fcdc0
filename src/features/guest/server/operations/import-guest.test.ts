import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckIn, ImportOutcome } from '#features/check-ins/contract.ts';
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

type Answer = { code?: string; check_ins: { id: string; outcome: ImportOutcome }[] };
const bring = (person: Caller, check_ins: object[], more: object = {}) =>
  person.call<Answer>('POST /api/guest_import', {
    body: { user_id: person.userId, check_ins, ...more },
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
