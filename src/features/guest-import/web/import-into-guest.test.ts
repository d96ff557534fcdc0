// A guest's log takes an archive under the rules of the server.
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { guestDatabase } from '#features/guest/web/guest-database.ts';
import { newId } from '#platform/clock/id.ts';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { importIntoGuest } from './import-into-guest.ts';

beforeEach(async () => {
  stubLocalStorage();
  vi.stubGlobal('addEventListener', () => undefined);
  const database = await guestDatabase();
  for (const name of database.objectStoreNames) await database.clear(name);
  return () => vi.unstubAllGlobals();
});

const entry = (more: object = {}) => ({
  ...{ id: newId(), kind: 'entry' as const, content: 'One', emoji: '🚀' as const, files: [] },
  ...{ created_at: '1994-02-03T04:05:06.789Z', edited_at: '2020-01-01T00:00:00.000Z', deleted_at: null },
  ...{ source: 'logbook' as const, source_name: 'logbook.example.org', ...more },
});
const goal = (more: object = {}) => ({
  ...{
    id: newId(),
    text: 'Ship it',
    cadence: null,
    period_start: null,
    created_at: '2026-01-01T00:00:00.000Z',
  },
  ...{ completed_at: null, check_in_id: null, ...more },
});
async function send(body: Partial<Parameters<typeof importIntoGuest>[0]['body']>) {
  const { check_ins, goals } = await importIntoGuest({
    body: { user_id: 'guest', check_ins: [], goals: [], ...body },
  });
  return [...check_ins, ...goals].map(({ outcome }) => outcome);
}
const stored = async () => {
  const database = await guestDatabase();
  return { entries: await database.getAll('check_ins'), goals: await database.getAll('goals') };
};

test('entries keep their dates, edits and source, and are there once', async () => {
  const one = entry();
  expect(await send({ check_ins: [one, one] })).toEqual(['written', 'there']);
  expect(await send({ check_ins: [one, { ...one, content: 'Another', edited_at: null }] })).toEqual([
    'there',
    'there',
  ]);
  expect(
    await send({ check_ins: [{ ...one, content: 'Later', edited_at: '2024-01-01T00:00:00.000Z' }] }),
  ).toEqual(['id_taken']);
  const { entries } = await stored();
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    ...{ id: one.id, content: 'One', created_at: one.created_at, edited_at: one.edited_at },
    ...{ source: 'logbook', source_name: 'logbook.example.org', file_count: 0, user_id: 'guest' },
  });
  expect(Date.parse(entries[0]!.recorded_at)).toBeGreaterThan(Date.now() - 60_000);
});

test('goals are last in the list, linked to their entry, and there once', async () => {
  const done = entry({ kind: 'goal' });
  const goals = [
    goal(),
    goal({ text: 'Done', completed_at: '2026-02-01T00:00:00.000Z', check_in_id: done.id }),
    goal({ text: 'Not linked', completed_at: '2026-02-01T00:00:00.000Z', check_in_id: newId() }),
  ];
  expect(await send({ check_ins: [done], goals })).toEqual(Array.from({ length: 4 }, () => 'written'));
  expect(await send({ goals })).toEqual(['there', 'there', 'there']);
  expect(await send({ goals: [{ ...goals[0]!, text: 'Edited' }] })).toEqual(['id_taken']);
  const found = (await stored()).goals.map(({ text, check_in_id }) => [text, check_in_id]);
  expect(found).toEqual([
    ['Ship it', null],
    ['Done', done.id],
    ['Not linked', null],
  ]);
});

test('what breaks a rule is refused with its reason, and the rest is imported', async () => {
  const check_ins = [entry({ content: ' ' }), entry({ created_at: '1899-01-01T00:00:00Z' }), entry()];
  const goals = [goal({ text: '' }), ...Array.from({ length: 201 }, () => goal())];
  const outcomes = await send({ check_ins, goals });
  expect(outcomes.slice(0, 4)).toEqual(['content_required', 'invalid_date', 'written', 'text_required']);
  expect(outcomes.at(-1)).toBe('too_many_goals');
  expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(201);
});
