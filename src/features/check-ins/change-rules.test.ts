import { describe, expect, it, test } from 'vitest';
import { entryWith } from '#tests/support/entry.ts';
import {
  decideCreate,
  decideDelete,
  decideEdit,
  decideRestore,
  decideTakenId,
  decideUpload,
  filePosition,
} from './change-rules.ts';
import { limits } from './constants.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const nowText = new Date(now).toISOString();
const announced = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `file ${index}`, name: `${index}.txt`, size: 1 }));
const missing = (count: number) => announced(count).map((file, position) => ({ ...file, position }));
const entry = entryWith({ user_id: 'ada', created_at: nowText, recorded_at: nowText });

describe('a new entry', () => {
  const create = (requested: object) =>
    decideCreate({ id: 'entry', content: 'Shipped it', ...requested }, now);

  it('is normalized, and its files get display names and positions', () => {
    expect(create({ content: ' Shipped it\r\n', files: [{ id: 'a', name: '../b.txt', size: 1 }] })).toEqual({
      ...{ id: 'entry', content: 'Shipped it', emoji: null, created_at: null },
      missing_files: [{ id: 'a', name: 'b.txt', size: 1, position: 0 }],
      ...{ source: null, source_name: null },
    });
  });

  it('says in one line of limited length where it came from (R-O3)', () => {
    const named = (source_name: string) => create({ source: 'git', source_name });
    expect(named(' 3 commits\nin acme ')).toMatchObject({ source: 'git', source_name: '3 commits in acme' });
    expect(named('😀'.repeat(limits.sourceName + 5))).toMatchObject({
      source_name: '😀'.repeat(limits.sourceName),
    });
    expect(create({ source_name: 'Without a source' })).toMatchObject({ source: null, source_name: null });
  });

  it('is dated at most now (R-B1)', () => {
    expect(create({ created_at: '2026-11-20T12:00:30Z' })).toMatchObject({ created_at: nowText });
    expect(create({ created_at: '2026-11-19T12:00:00+01:00' })).toMatchObject({
      created_at: '2026-11-19T11:00:00.000Z',
    });
  });

  it.each([
    [{ content: ' ' }, 'content_required'],
    [{ content: 'a'.repeat(limits.content + 1) }, 'content_too_long'],
    [{ created_at: '2026-11-20T13:00:00Z' }, 'invalid_date'],
    [{ files: announced(limits.files + 1) }, 'too_many_files'],
  ])('%o is refused with %s', (requested, code) => {
    expect(create(requested)).toBe(code);
  });
});

describe('a taken id', () => {
  const sent = { ...entry, missing_files: missing(2) };

  it('returns the same entry, whether its files are missing or stored', () => {
    const existing = { ...entry, missing_files: missing(1) };
    expect(decideTakenId(existing, [{ id: 'file 1' }], sent, true)).toBe(existing);
    const edited = { ...entry, content: 'Shipped it twice', edited_at: nowText };
    expect(decideTakenId(edited, [], sent, true)).toBe(edited);
  });

  it('refuses another text, emoji or file, and the entry of another user', () => {
    expect(decideTakenId({ ...sent, content: 'Other' }, [], sent, true)).toBe('id_taken');
    expect(decideTakenId({ ...sent, emoji: '🚀' }, [], sent, true)).toBe('id_taken');
    expect(decideTakenId(entry, [{ id: 'file 0' }], sent, true)).toBe('id_taken');
    expect(decideTakenId(undefined, [], sent, true)).toBe('id_taken');
  });
});

describe('an edit (R-B2)', () => {
  const stored = [{ id: 'stored', position: 4 }];
  const found = { ...entry, file_count: 1, missing_files: missing(1) };

  it('changes what is requested, and puts added files last', () => {
    const added = { id: 'added', name: 'added.txt', size: 1 };
    expect(decideEdit(found, stored, { content: ' Done ', files: [added], edited_at: null }, now)).toEqual({
      entry: {
        ...found,
        content: 'Done',
        edited_at: nowText,
        missing_files: [...missing(1), { ...added, position: 5 }],
      },
      removed: [],
    });
  });

  it('removes stored and missing files', () => {
    const requested = { remove_files: ['stored', 'file 0'], edited_at: null };
    expect(decideEdit(found, stored, requested, now)).toMatchObject({
      entry: { file_count: 0, missing_files: [] },
      removed: ['stored', 'file 0'],
    });
  });

  it('never overwrites an edit of another tab, and changes nothing if it is already applied', () => {
    const edited = { ...found, content: 'Theirs', edited_at: nowText };
    expect(decideEdit(edited, stored, { content: 'Mine', edited_at: null }, now)).toBe('edited_elsewhere');
    const again = decideEdit(edited, stored, { content: 'Theirs', edited_at: null }, now);
    expect(again).toEqual({ entry: edited, removed: [] });
    expect(typeof again === 'object' && again.entry).toBe(edited);
  });

  it('is refused for invalid content, for an unknown or deleted entry, and for too many files', () => {
    expect(decideEdit(undefined, [], { content: ' ', edited_at: null }, now)).toBe('content_required');
    expect(decideEdit(undefined, [], { edited_at: null }, now)).toBe('not_found');
    expect(decideEdit({ ...entry, deleted_at: nowText }, [], { edited_at: null }, now)).toBe('not_found');
    const full = { ...entry, file_count: limits.files };
    expect(decideEdit(full, [], { files: announced(1), edited_at: null }, now)).toBe('too_many_files');
  });
});

test('an entry is moved to the bin and back; one that is already there stays the same', () => {
  const deleted = { ...entry, deleted_at: '2026-11-19T12:00:00.000Z' };
  expect(decideDelete(entry, now)).toEqual({ ...entry, deleted_at: nowText });
  expect(decideDelete(deleted, now)).toBe(deleted);
  expect(decideDelete(undefined, now)).toBe('not_found');
  expect(decideRestore(deleted)).toEqual(entry);
  expect(decideRestore(entry)).toBe(entry);
  expect(decideRestore(undefined)).toBe('not_found');
});

describe('an upload (R-B4)', () => {
  const upload = { id: 'file', check_in_id: 'entry' };

  const full = { fileCount: limits.files };

  it('is stored while its entry has room', () => {
    const entry = { fileCount: limits.files - 1 };
    expect(decideUpload(upload, undefined, entry)).toEqual({ entry });
    expect(decideUpload(upload, undefined, full)).toBe('too_many_files');
    expect(decideUpload(upload, undefined, undefined)).toBe('not_found');
  });

  it('that is sent again returns the stored file, even if the entry is full', () => {
    expect(decideUpload(upload, upload, full)).toEqual({ known: upload });
    expect(decideUpload(upload, { ...upload, check_in_id: 'other' }, full)).toBe('id_taken');
  });

  it('gets its announced position, or the last one', () => {
    expect(filePosition('file 1', missing(3), 5)).toBe(1);
    expect(filePosition('never announced', missing(3), 5)).toBe(6);
    expect(filePosition('first', [], -1)).toBe(0);
  });
});
