import { describe, expect, test } from 'vitest';
import type { CallInput } from '#platform/http/operation.ts';
import { limits } from '#features/check-ins/constants.ts';
import type { CheckIn, operations } from '#features/check-ins/contract.ts';
import { guestCheckIns } from '#features/check-ins/web/guest.ts';
import { hourMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { inBothWorlds } from './worlds.ts';

type New = Partial<CallInput<(typeof operations)['POST /api/check_ins']>['body']>;
const notFound = { status: 404, code: 'not_found' };

inBothWorlds(guestCheckIns, (world) => {
  const write = (content: string, more: New = {}) =>
    world().call('POST /api/check_ins', { body: { id: newId(), content, ...more } });
  const list = (query: CallInput<(typeof operations)['GET /api/check_ins']>['query'] = {}) =>
    world().call('GET /api/check_ins', { query });
  const remove = (id: string) => world().call('DELETE /api/check_ins/:id', { params: { id } });
  const restore = (id: string) => world().call('POST /api/check_ins/:id/restore', { params: { id } });
  const getEntry = (id: string) => world().call('GET /api/check_ins/:id', { params: { id } });
  const bin = (query = {}) => world().call('GET /api/check_ins/deleted', { query });
  const months = (timezone: string) => world().call('GET /api/check_ins/months', { query: { timezone } });
  const contents = (rows: { content: string }[]) => rows.map((row) => row.content);

  describe('writing an entry', () => {
    test('is idempotent by id', async () => {
      const body = { id: newId(), content: ' Shipped it\r\nat last ', emoji: '🚀' as const };
      const first = await world().call('POST /api/check_ins', { body });
      expect(first).toMatchObject({
        id: body.id,
        user_id: world().userId,
        kind: 'entry',
        content: 'Shipped it\nat last',
        emoji: '🚀',
        edited_at: null,
        deleted_at: null,
        file_count: 0,
        missing_files: [],
      });
      expect(Math.abs(Date.parse(first.recorded_at) - Date.now())).toBeLessThan(60_000);
      expect(await world().call('POST /api/check_ins', { body })).toEqual(first);
      expect((await list()).rows).toEqual([first]);
      expect(await getEntry(body.id)).toEqual(first);
    });

    test('with an existing id but different content or files is refused with 409', async () => {
      const { id } = await write('One thing');
      const other = world().call('POST /api/check_ins', { body: { id, content: 'Another thing' } });
      await expect(other).rejects.toMatchObject({ status: 409, code: 'id_taken' });
      const files = [{ id: newId(), name: 'a.txt', size: 1 }];
      const more = world().call('POST /api/check_ins', { body: { id, content: 'One thing', files } });
      await expect(more).rejects.toMatchObject({ status: 409, code: 'id_taken' });
    });

    test('caps a date slightly in the future at now', async () => {
      const ahead = new Date(Date.now() + 30_000).toISOString();
      const { created_at } = await write('Now', { created_at: ahead });
      expect(Date.parse(created_at)).toBeLessThan(Date.parse(ahead));
    });

    const many = Array.from({ length: 11 }, (_, n) => ({ id: newId(), name: `${n}.txt`, size: 1 }));
    test.each<[string, string, New]>([
      ['content_required', ' \n ', {}],
      ['content_required', '\u200b\u3164\u2800', {}],
      ['content_too_long', 'x'.repeat(10_001), {}],
      ['invalid_date', 'Soon', { created_at: new Date(Date.now() + hourMs).toISOString() }],
      ['invalid_date', 'Long ago', { created_at: '1899-12-31T00:00:00Z' }],
      ['too_many_files', 'Files', { files: many }],
    ])('is refused with %s', async (code, content, more) => {
      await expect(write(content, more)).rejects.toMatchObject({ status: 400, code });
      expect((await list()).rows).toEqual([]);
    });

    test('accepts content of maximum length and the earliest date', async () => {
      const entry = await write('😀'.repeat(10_000), { created_at: '1900-01-01T00:00:00.000Z' });
      expect(entry.created_at).toBe('1900-01-01T00:00:00.000Z');
      expect((await list()).rows).toEqual([entry]);
    });
  });

  describe('reading entries', () => {
    test('returns pages ordered by instant, then id, newest first, without gaps or repeats', async () => {
      const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T09:00:00.000Z`;
      const days = [3, 1, 2, 2, 2, 5, 4];
      const written = [];
      for (const day of days) written.push(await write(`Day ${day}`, { created_at: at(day) }));
      const expected = written
        .toSorted((a, b) => (`${a.created_at}${a.id}` < `${b.created_at}${b.id}` ? 1 : -1))
        .map(({ id }) => id);
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const page = await list({ limit: 2, ...(next && { before: next }) });
        expect(page.rows.length).toBeLessThanOrEqual(2);
        seen.push(...page.rows.map(({ id }) => id));
        ({ next } = page);
      } while (next !== null);
      expect(seen).toEqual(expected);
    });

    test('filters a range with an inclusive start and an exclusive end', async () => {
      for (const day of ['01', '02', '03']) await write(day, { created_at: `2026-03-${day}T00:00:00.000Z` });
      const { rows } = await list({ from: '2026-03-01T00:00:00Z', to: '2026-03-03T00:00:00.000Z' });
      expect(contents(rows)).toEqual(['02', '01']);
      expect((await list({ from: '2026-03-03T00:00:00Z', to: '2026-03-01T00:00:00Z' })).rows).toEqual([]);
    });

    test('refuses an invalid cursor and an invalid time zone with 400', async () => {
      const invalid = { status: 400, code: 'invalid_input' };
      await expect(list({ before: 'yesterday' })).rejects.toMatchObject(invalid);
      await expect(bin({ before: '2026-01-01~1' })).rejects.toMatchObject(invalid);
      await write('Any');
      for (const zone of ['Mars/Olympus', '+02:00'])
        await expect(months(zone)).rejects.toMatchObject(invalid);
    });

    test("counts months and their activity in the reader's time zone", async () => {
      await write('In one month or the next', { created_at: '2026-05-31T23:30:00.000Z' });
      await write('In the middle', { created_at: '2026-06-15T12:00:00.000Z' });
      await remove((await write('In the bin', { created_at: '2026-06-15T12:00:00.000Z' })).id);
      const counts = async (timezone: string) =>
        (await months(timezone)).months.map(({ month, count, activity }) => [
          month,
          count,
          activity.indexOf(1),
        ]);
      expect(await counts('UTC')).toEqual([
        ['2026-06', 1, 5],
        ['2026-05', 1, 12],
      ]);
      expect(await counts('Europe/Berlin')).toEqual([['2026-06', 2, 0]]);
    });

    test("counts the days of a range in the reader's time zone", async () => {
      const span = { from: '2026-05-01T00:00:00.000Z', to: '2026-06-15T12:00:00.000Z' };
      const days = async (timezone: string, { from, to } = span) =>
        (await world().call('GET /api/check_ins/days', { query: { timezone, from, to } })).days;
      await write('Before', { created_at: '2026-04-30T23:59:59.999Z' });
      await write('On one day or the next', { created_at: '2026-05-31T23:30:00.000Z' });
      for (const hour of ['09', '11', '12'])
        await write(hour, { created_at: `2026-06-15T${hour}:00:00.000Z` });
      await remove((await write('In the bin', { created_at: '2026-06-01T08:00:00.000Z' })).id);
      expect(await days('UTC')).toEqual([
        { day: '2026-05-31', count: 1 },
        { day: '2026-06-15', count: 2 },
      ]);
      expect((await days('Europe/Berlin'))[0]).toEqual({ day: '2026-06-01', count: 1 });
      expect(await days('UTC', { from: span.to, to: span.from })).toEqual([]);
      const invalid = { status: 400, code: 'invalid_input' };
      for (const zone of ['Mars/Olympus', '+02:00']) await expect(days(zone)).rejects.toMatchObject(invalid);
      await expect(days('UTC', { ...span, from: '2025-05-01T00:00:00.000Z' })).rejects.toMatchObject(invalid);
    });

    test('lists new, edited and deleted entries since an earlier response', async () => {
      const { as_of } = await months('UTC');
      const entry = await write('New');
      const first = await world().call('GET /api/check_ins/changes', { query: { since: as_of } });
      expect(first).toMatchObject({ rows: [entry], too_many: false });
      const deleted = await remove(entry.id);
      const second = await world().call('GET /api/check_ins/changes', { query: { since: first.as_of } });
      expect(second.rows).toEqual([deleted]);
    });

    test('refuses an unknown entry with 404', async () => {
      await expect(getEntry(newId())).rejects.toMatchObject(notFound);
      const files = world().call('GET /api/log_files', { query: { check_in_id: newId() } });
      await expect(files).rejects.toMatchObject(notFound);
    });
  });

  describe('changing an entry', () => {
    const edit = (id: string, body: CallInput<(typeof operations)['PATCH /api/check_ins/:id']>['body']) =>
      world().call('PATCH /api/check_ins/:id', { params: { id }, body });

    test('an edit marks the entry, keeps both dates, and is idempotent (R-B2)', async () => {
      const entry = await write('Frist', { emoji: '🔥', created_at: '2026-02-02T02:02:02.000Z' });
      const edited = await edit(entry.id, { content: 'First', emoji: null, edited_at: null });
      expect(edited).toEqual({ ...entry, content: 'First', emoji: null, edited_at: edited.edited_at });
      expect(edited.edited_at).not.toBeNull();
      expect(await edit(entry.id, { content: 'First', emoji: null, edited_at: null })).toEqual(edited);
    });

    test('an edit does not overwrite an edit from another tab', async () => {
      const { id } = await write('Mine');
      await edit(id, { content: 'Theirs', edited_at: null });
      const late = edit(id, { content: 'Mine after all', edited_at: null });
      await expect(late).rejects.toMatchObject({ status: 409, code: 'edited_elsewhere' });
      expect((await getEntry(id)).content).toBe('Theirs');
    });

    test('a refused edit changes nothing', async () => {
      const entry = await write('As it was');
      const none = edit(entry.id, { content: ' ', edited_at: null });
      await expect(none).rejects.toMatchObject({ code: 'content_required' });
      const files = Array.from({ length: 11 }, (_, n) => ({ id: newId(), name: `${n}.txt`, size: 1 }));
      const many = edit(entry.id, { files, edited_at: null });
      await expect(many).rejects.toMatchObject({ code: 'too_many_files' });
      await expect(edit(newId(), { content: 'x', edited_at: null })).rejects.toMatchObject(notFound);
      expect(await getEntry(entry.id)).toEqual(entry);
    });

    test('a deleted entry is in the bin, where it can be restored but not edited (R-B2)', async () => {
      const entry = await write('Here and there');
      const deleted = await remove(entry.id);
      expect(deleted).toEqual({ ...entry, deleted_at: deleted.deleted_at });
      expect(deleted.deleted_at).not.toBeNull();
      expect(await remove(entry.id)).toEqual(deleted);
      expect((await list()).rows).toEqual([]);
      expect((await bin()).rows).toEqual([deleted]);
      await expect(edit(entry.id, { content: 'x', edited_at: null })).rejects.toMatchObject(notFound);
      expect(await restore(entry.id)).toEqual(entry);
      expect(await restore(entry.id)).toEqual(entry);
      expect((await bin()).rows).toEqual([]);
      expect((await list()).rows).toEqual([entry]);
      await expect(remove(newId())).rejects.toMatchObject(notFound);
      await expect(restore(newId())).rejects.toMatchObject(notFound);
    });

    test('the bin is listed in pages, last deleted first', async () => {
      const deleted = [];
      for (const content of ['1', '2', '3']) deleted.push(await remove((await write(content)).id));
      const place = ({ deleted_at, id }: CheckIn) => `${deleted_at}${id}`;
      const ordered = deleted.toSorted((a, b) => (place(a) < place(b) ? 1 : -1));
      const first = await bin({ limit: 2 });
      const second = await bin({ limit: 2, before: first.next });
      expect([...first.rows, ...second.rows]).toEqual(ordered);
      expect([first.rows.length, second.next]).toEqual([2, null]);
    });
  });

  describe('files of an entry', () => {
    const send = (checkInId: string, id: string, content: string | Uint8Array<ArrayBuffer>, name: string) => {
      const form = new FormData();
      form.set('check_in_id', checkInId);
      form.set('id', id);
      form.set('file', new File([content], name));
      return world().call('POST /api/storage/log-files', { form });
    };
    const filesOf = async (id: string) =>
      (await world().call('GET /api/log_files', { query: { check_in_id: id } })).rows;

    test('an announced file is listed as missing until it is uploaded, then it is counted', async () => {
      const file = { id: newId(), name: '../notes\u202e.txt', size: 5 };
      const entry = await write('With a file', { files: [file] });
      expect(entry.missing_files).toEqual([{ ...file, name: 'notes.txt', position: 0 }]);
      const stored = await send(entry.id, file.id, 'words', file.name);
      expect(stored).toMatchObject({
        id: file.id,
        check_in_id: entry.id,
        file_name: 'notes.txt',
        file_type: 'text',
        file_size: 5,
        mime_type: 'text/plain',
        preview: 'text',
        position: 0,
      });
      expect(await getEntry(entry.id)).toEqual({ ...entry, file_count: 1, missing_files: [] });
      expect(await filesOf(entry.id)).toEqual([stored]);
      expect(await send(entry.id, file.id, 'words', file.name)).toEqual(stored);
      expect((await getEntry(entry.id)).file_count).toBe(1);
    });

    test('files keep the order in which they were announced, whichever is uploaded first', async () => {
      const [b, a, c] = ['b.txt', 'a.txt', 'c.txt'].map((name) => ({ id: newId(), name, size: 1 }));
      const { id } = await write('In order', { files: [b!, a!] });
      await send(id, a!.id, 'a', 'a.txt');
      const body = { files: [c!], edited_at: null };
      await world().call('PATCH /api/check_ins/:id', { params: { id }, body });
      await send(id, c!.id, 'c', 'c.txt');
      await send(id, newId(), 'd', 'unannounced.txt');
      await send(id, b!.id, 'b', 'b.txt');
      const names = (await filesOf(id)).map((file) => file.file_name);
      expect(names).toEqual(['b.txt', 'a.txt', 'c.txt', 'unannounced.txt']);
    });

    test('a short text file has a preview, a long one is only a download', async () => {
      const { id } = await write('Texts');
      const short = await send(id, newId(), 'x'.repeat(limits.textPreview), 'short.txt');
      const long = await send(id, newId(), 'x'.repeat(limits.textPreview + 1), 'long.txt');
      expect([short.preview, long.preview]).toEqual(['text', 'none']);
    });

    test('a missing file can be discarded, and an uploaded one removed', async () => {
      const [lost, kept] = [newId(), newId()];
      const files = [
        { id: lost, name: 'lost.txt', size: 1 },
        { id: kept, name: 'kept.txt', size: 1 },
      ];
      const { id } = await write('Two files', { files });
      await send(id, kept, 'k', 'kept.txt');
      const params = { id, file_id: lost };
      const discarded = await world().call('DELETE /api/check_ins/:id/missing_files/:file_id', { params });
      expect(discarded).toMatchObject({ file_count: 1, missing_files: [] });
      const removed = await world().call('DELETE /api/log_files/:id', { params: { id: kept } });
      expect(removed).toMatchObject({ id, file_count: 0 });
      expect(await filesOf(id)).toEqual([]);
      const again = world().call('DELETE /api/log_files/:id', { params: { id: kept } });
      await expect(again).rejects.toMatchObject(notFound);
    });

    test('an edit can remove files and announce others', async () => {
      const { id } = await write('With a file');
      const [old, coming] = [newId(), { id: newId(), name: 'new.txt', size: 3 }];
      await send(id, old, 'old', 'old.txt');
      const body = { remove_files: [old], files: [coming], edited_at: null };
      const edited = await world().call('PATCH /api/check_ins/:id', { params: { id }, body });
      expect(edited).toMatchObject({ file_count: 0, missing_files: [coming] });
      expect(await filesOf(id)).toEqual([]);
    });

    test.each<[string, number, string, string | Uint8Array<ArrayBuffer>]>([
      ['file_empty', 400, 'nothing.txt', ''],
      ['file_too_large', 413, 'large.txt', 'x'.repeat(limits.fileBytes + 1)],
      ['file_type_refused', 415, 'program.exe', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
      ['file_type_refused', 415, 'photo.png', '<html><script>1</script></html>'],
      ['file_type_refused', 415, 'archive.zip', 'PK\u0003\u0004\u0000\u0000rest'],
    ])('an upload is refused with %s (%i, %s)', async (code, status, name, content) => {
      const { id } = await write('With a file');
      await expect(send(id, newId(), content, name)).rejects.toMatchObject({ status, code });
      expect(await filesOf(id)).toEqual([]);
    });

    test('markup is stored as a download that is never rendered', async () => {
      const { id } = await write('With a page');
      const stored = await send(id, newId(), '<!doctype html><script>1</script>', 'page.html');
      expect(stored).toMatchObject({ mime_type: 'application/octet-stream', preview: 'none' });
    });

    test("an upload is refused over ten files, for a deleted entry, and for another entry's file", async () => {
      const { id } = await write('Ten files');
      const first = newId();
      await send(id, first, 'x', '0.txt');
      for (let n = 1; n < limits.files; n++) await send(id, newId(), 'x', `${n}.txt`);
      await expect(send(id, newId(), 'x', '10.txt')).rejects.toMatchObject({ code: 'too_many_files' });
      expect(await send(id, first, 'x', '0.txt')).toMatchObject({ id: first });
      const other = await write('Another');
      await expect(send(other.id, first, 'x', '0.txt')).rejects.toMatchObject({ code: 'id_taken' });
      await remove(other.id);
      await expect(send(other.id, newId(), 'x', 'x.txt')).rejects.toMatchObject(notFound);
      await expect(send(newId(), newId(), 'x', 'x.txt')).rejects.toMatchObject(notFound);
    });

    test('a signed URL is valid for an hour', async () => {
      const { id } = await write('With a file');
      const file = newId();
      await send(id, file, 'words', 'notes.txt');
      const sign = (fileId: string) =>
        world().call('POST /api/storage/log-files/:id/sign', {
          params: { id: fileId },
          body: { as: 'view' },
        });
      const { url, expires_at } = await sign(file);
      expect(url).toMatch(/^(\/api\/storage\/object\/|blob:)/);
      expect(Math.abs(expires_at - Date.now() / 1000 - 3600)).toBeLessThan(60);
      await expect(sign(newId())).rejects.toMatchObject(notFound);
    });
  });
});
