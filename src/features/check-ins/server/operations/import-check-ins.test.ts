import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import type { CheckIn, ImportOutcome } from '../../contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const entry = (content: string, more: object = {}) => ({
  ...{ id: newId(), kind: 'entry', content, emoji: null, files: [] },
  ...{ created_at: '2025-05-05T10:00:00.000Z', edited_at: null, deleted_at: null },
  ...more,
});

async function importAll(caller: Caller, entries: object[]): Promise<ImportOutcome[]> {
  const body = { user_id: caller.userId, check_ins: entries, goals: [] };
  const { json } = await caller.call<{ check_ins: { outcome: ImportOutcome }[] }>('POST /api/guest_import', {
    body,
  });
  return json.check_ins.map(({ outcome }) => outcome);
}
const contentOf = async (caller: Caller, id: string) =>
  (await caller.call<CheckIn>('GET /api/check_ins/:id', { params: { id } })).json.content;

test('an import reports each entry that it refuses, alone or among others', async () => {
  const ada = await app.signUp();
  const blank = entry(' ');
  expect(await importAll(ada, [blank])).toEqual(['content_required']);
  expect(await importAll(ada, [entry('One'), blank, entry('Two')])).toEqual([
    'written',
    'content_required',
    'written',
  ]);
});

test('an import repeats, takes later edits, and never replaces another text under the same id', async () => {
  const ada = await app.signUp();
  const first = entry('First');
  expect(await importAll(ada, [first, { ...first, content: 'Same id' }])).toEqual(['written', 'id_taken']);
  expect(await importAll(ada, [first])).toEqual(['there']);
  expect(await importAll(ada, [{ ...first, content: 'Other' }])).toEqual(['id_taken']);
  const edited = { ...first, content: 'Edited', edited_at: '2025-06-01T10:00:00.000Z' };
  expect(await importAll(ada, [edited])).toEqual(['there']);
  expect(await contentOf(ada, first.id)).toBe('Edited');
  expect(await importAll(ada, [first])).toEqual(['there']);
  expect(await contentOf(ada, first.id)).toBe('Edited');
});

test('an import refuses the id of another user’s entry', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  const taken = entry('Mine');
  await importAll(bob, [taken]);
  expect(await importAll(ada, [taken, entry('Next')])).toEqual(['id_taken', 'written']);
});
