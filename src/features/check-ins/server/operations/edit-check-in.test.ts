import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/clock/id.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import type { Caller } from '#tests/support/caller.ts';
import type { CheckIn } from '../../contract.ts';
import { purgeCheckIns } from '../jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Page = { rows: CheckIn[]; next: string | null };

async function createEntry(caller: Caller, content = 'as it was') {
  const body = { id: newId(), content, emoji: '🚀', created_at: '2025-05-05T10:00:00Z' };
  return (await caller.call<CheckIn>('POST /api/check_ins', { body })).json;
}
const edit = (caller: Caller, id: string, body: object) =>
  caller.call<CheckIn & { code: string }>('PATCH /api/check_ins/:id', { params: { id }, body });
const remove = (caller: Caller, id: string) =>
  caller.call<CheckIn>('DELETE /api/check_ins/:id', { params: { id } });
const restore = (caller: Caller, id: string) =>
  caller.call<CheckIn>('POST /api/check_ins/:id/restore', { params: { id } });
const timeline = async (caller: Caller) => (await caller.call<Page>('GET /api/check_ins')).json.rows;
const bin = async (caller: Caller) => (await caller.call<Page>('GET /api/check_ins/deleted')).json.rows;

const file = (name: string) => ({ id: newId(), name: `${name}.txt`, size: 3 });

test('an edit sets edited_at, keeps both dates, and is idempotent (R-B2)', async () => {
  const ada = await app.signUp();
  const entry = await createEntry(ada);
  const body = { content: ' better said ', emoji: null, edited_at: null };
  const first = await edit(ada, entry.id, body);
  expect(first.json).toMatchObject({ content: 'better said', emoji: null, created_at: entry.created_at });
  expect(first.json.recorded_at).toBe(entry.recorded_at);
  expect(first.json.edited_at).not.toBeNull();
  expect((await edit(ada, entry.id, body)).json).toEqual(first.json);
});

test('an edit of only the content keeps the emoji', async () => {
  const ada = await app.signUp();
  const entry = await createEntry(ada);
  expect((await edit(ada, entry.id, { content: 'x', edited_at: null })).json.emoji).toBe('🚀');
});

test('of ten concurrent edits of the same version, one succeeds and the others get edited_elsewhere', async () => {
  const ada = await app.signUp();
  const entry = await createEntry(ada);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => edit(ada, entry.id, { content: `version ${i}`, edited_at: null })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ json }) => json.code === 'edited_elsewhere')).toHaveLength(9);
});

test.each([
  ['blank content', { content: ' ' }, 'content_required'],
  ['10,001 characters', { content: 'x'.repeat(10_001) }, 'content_too_long'],
  ['a date', { created_at: '2020-01-01T00:00:00Z' }, 'invalid_input'],
  ['an emoji that is not in the picker', { emoji: '🍕' }, 'invalid_input'],
])('an edit with %s is refused and changes nothing', async (_what, body, code) => {
  const ada = await app.signUp();
  const entry = await createEntry(ada);
  expect((await edit(ada, entry.id, { ...body, edited_at: null })).json.code).toBe(code);
  expect(await timeline(ada)).toEqual([entry]);
});

test('an edit removes files and announces new ones in one request', async () => {
  const ada = await app.signUp();
  const [a, b, c] = [file('a'), file('b'), file('c')];
  const body = { id: newId(), content: 'with files', files: [a, b] };
  const entry = (await ada.call<CheckIn>('POST /api/check_ins', { body })).json;
  const change = { remove_files: [a.id], files: [c], edited_at: null };
  const first = await edit(ada, entry.id, change);
  expect(first.json).toMatchObject({ content: 'with files', missing_files: [b, c] });
  expect((await edit(ada, entry.id, change)).json).toEqual(first.json);

  const nine = Array.from({ length: 9 }, (_, i) => file(`n${i}`));
  const { edited_at } = first.json;
  const over = await edit(ada, entry.id, { files: nine, remove_files: [b.id], content: 'no', edited_at });
  expect(over.json.missing_files).toHaveLength(10);
  const more = await edit(ada, entry.id, {
    files: [file('x')],
    content: 'x',
    edited_at: over.json.edited_at,
  });
  expect(more.json.code).toBe('too_many_files');
  expect(await timeline(ada)).toEqual([over.json]);
});

test('a deleted entry moves from the timeline and the counts to the bin, and a restore brings it back unchanged', async () => {
  const ada = await app.signUp();
  const entry = await createEntry(ada);
  const deleted = await remove(ada, entry.id);
  expect(deleted.json.deleted_at).not.toBeNull();
  expect((await remove(ada, entry.id)).json).toEqual(deleted.json);
  expect(await timeline(ada)).toEqual([]);
  const months = await ada.call<{ months: unknown[] }>('GET /api/check_ins/months', {
    query: { timezone: 'UTC' },
  });
  expect(months.json.months).toEqual([]);
  expect(await bin(ada)).toEqual([deleted.json]);
  expect((await edit(ada, entry.id, { content: 'late', edited_at: null })).status).toBe(404);

  expect((await restore(ada, entry.id)).json).toEqual(entry);
  expect((await restore(ada, entry.id)).json).toEqual(entry);
  expect(await timeline(ada)).toEqual([entry]);
  expect(await bin(ada)).toEqual([]);
});

test('the bin is paginated, most recently deleted first', async () => {
  const ada = await app.signUp();
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { id } = await createEntry(ada, `n${i}`);
    await remove(ada, id);
    ids.unshift(id);
  }
  const first = await ada.call<Page>('GET /api/check_ins/deleted', { query: { limit: 3 } });
  const second = await ada.call<Page>('GET /api/check_ins/deleted', {
    query: { limit: 3, before: first.json.next },
  });
  expect([...first.json.rows, ...second.json.rows].map((row) => row.id)).toEqual(ids);
  expect(second.json.next).toBeNull();
});

test('the purge deletes only entries that have been in the bin for 30 days', async () => {
  const ada = await app.signUp();
  const [kept, young, old] = [await createEntry(ada), await createEntry(ada), await createEntry(ada)];
  await remove(ada, young.id);
  await remove(ada, old.id);
  await app.database.asOwner((db) =>
    db.query(`update check_ins set deleted_at = now() - interval '30 days 1 second' where id = $1`, [old.id]),
  );
  expect(await purgeCheckIns(app.database.jobs)).toBe(1);
  expect((await timeline(ada)).map((row) => row.id)).toEqual([kept.id]);
  expect((await bin(ada)).map((row) => row.id)).toEqual([young.id]);
  expect((await restore(ada, old.id)).status).toBe(404);
});

test("a user cannot edit, delete or restore another user's entry, or see it in the bin", async () => {
  const [ada, eve] = [await app.signUp('Ada'), await app.signUp('Eve')];
  const entry = await createEntry(ada);
  expect((await edit(eve, entry.id, { content: 'mine now', edited_at: null })).status).toBe(404);
  expect((await remove(eve, entry.id)).status).toBe(404);
  await remove(ada, entry.id);
  expect((await restore(eve, entry.id)).status).toBe(404);
  expect(await bin(eve)).toEqual([]);
});
