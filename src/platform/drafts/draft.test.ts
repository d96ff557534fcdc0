import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { draft } from './draft.ts';
import { storedIds } from './file-bytes.ts';
import { oneOfOrNull, required, text } from './fields.ts';
import { attachments } from './persisted-files.ts';

let items: Map<string, string>;
beforeEach(() => {
  items = stubLocalStorage();
  return () => vi.unstubAllGlobals();
});

/** The draft as a page has it that was just opened by this user. */
function open(userId = 'ada') {
  const note = draft({
    name: 'note',
    fields: { title: required(text), color: oneOfOrNull(['red', 'blue'] as const), ...attachments },
    isEmpty: ({ title, files, unloadedFiles }) =>
      title.trim() === '' && files.length + unloadedFiles.length === 0,
  });
  note.load(userId);
  return note;
}

test('a draft survives a reload, for its user only, until it is cleared', () => {
  const note = open();
  note.change({ title: 'Shipped', color: 'red' });
  const { id } = note.get();
  expect(open().get()).toMatchObject({ id, title: 'Shipped', color: 'red' });
  expect(open('bo').get()).toMatchObject({ title: '', color: null });
  note.clear();
  expect(note.get().id).not.toBe(id);
  expect(open().get().title).toBe('');
  expect(items.size).toBe(0);
});

test('an empty draft is not stored', () => {
  open().change({ title: '  ', color: 'blue' });
  expect(items.size).toBe(0);
});

test('a page renders an empty draft until it is hydrated', () => {
  open().change({ title: 'Shipped' });
  const note = open();
  expect(note.store.initial.draft.title).toBe('');
  expect(note.get().title).toBe('Shipped');
});

test('loading the same user again keeps the input, and another user begins without it', () => {
  const note = open();
  note.change({ title: 'Shipped' });
  note.load('ada');
  expect(note.get().title).toBe('Shipped');
  note.load('bo');
  expect(note.get().title).toBe('');
});

test('each tab keeps its own draft, and a page begins with the newest', () => {
  vi.spyOn(Date, 'now').mockReturnValueOnce(1).mockReturnValueOnce(2);
  const [tab1, tab2] = [open(), open()];
  tab1.change({ title: 'from tab 1' });
  tab2.change({ title: 'from tab 2' });
  expect(open().get().title).toBe('from tab 2');
  tab2.clear();
  expect(open().get().title).toBe('from tab 1');
  vi.restoreAllMocks();
});

test.each([
  ['no JSON', 'no JSON'],
  ['null', JSON.stringify({ at: 1, value: null })],
  ['a text', JSON.stringify({ at: 1, value: 'title' })],
  [
    'a broken required field',
    JSON.stringify({ at: 1, value: { title: 7, files: [{ id: 'f', name: 'a', size: 1 }] } }),
  ],
])('a stored value that is no draft is dropped: %s', (_, stored) => {
  items.set('logbook-note/x:ada', stored);
  const note = open();
  expect(note.get()).toMatchObject({ title: '', color: null, files: [], unloadedFiles: [] });
  note.change({ title: 'Shipped' });
  expect(open().get().title).toBe('Shipped');
});

test('broken and unknown values of other fields are dropped, and missing ones begin empty', () => {
  const value = { title: 'Shipped', color: 'green', files: [7, { id: 'f' }], sentAs: 7, admin: true };
  items.set('logbook-note/x:ada', JSON.stringify({ at: 1, value }));
  const { id, ...content } = open().get();
  expect(id).toBe('x');
  expect(content).toEqual({
    title: 'Shipped',
    color: null,
    files: [],
    unloadedFiles: [],
    lostFiles: [],
    sentAs: undefined,
  });
});

test('a retry keeps the id, also after a reload, and changed input gets a new one', () => {
  const note = open();
  note.change({ title: 'Shipped', files: [{ id: 'file', file: new File(['abc'], 'a.txt') }] });
  const sent = note.ready();
  expect(note.ready()).toEqual(sent);
  expect(open().ready().id).toBe(sent.id);
  note.change({ title: 'Shipped it' });
  const changed = note.ready();
  expect(changed.id).not.toBe(sent.id);
  expect(changed.files).toMatchObject([{ id: expect.not.stringMatching(/^file$/) as string }]);
  expect(note.ready().id).toBe(changed.id);
});

test('a draft that was sent is cleared, unless the user has changed it in the meantime', () => {
  const note = open();
  note.change({ title: 'Shipped' });
  const sent = note.ready();
  note.change({ title: 'Shipped it' });
  expect(note.clearSent(sent)).toBe(false);
  expect(note.get().title).toBe('Shipped it');
  expect(note.clearSent(note.ready())).toBe(true);
  expect(note.get().title).toBe('');
  expect(items.size).toBe(0);
});

test('files survive a reload, and those that the browser lost are named', async () => {
  const note = open();
  note.change({ title: 'Shipped', files: [{ id: 'kept', file: new File(['abc'], 'kept.txt') }] });
  const key = `logbook-note/${note.get().id}:ada`;
  expect(JSON.parse(items.get(key)!)).toMatchObject({
    value: { files: [{ id: 'kept', name: 'kept.txt', size: 3 }] },
  });
  const withLost = items.get(key)!.replace('"files":[', '"files":[{"id":"lost","name":"lost.txt","size":1},');
  items.set(key, withLost);

  const later = open();
  expect(later.get()).toMatchObject({ files: [], unloadedFiles: [{ id: 'lost' }, { id: 'kept' }] });
  await vi.waitFor(async () => expect(await storedIds('ada')).toContain('kept'));
  const loading = later.loadFiles();
  later.change({ files: [{ id: 'added', file: new File(['x'], 'added.txt') }] });
  await loading;
  expect(later.get()).toMatchObject({
    files: [{ id: 'kept' }, { id: 'added' }],
    unloadedFiles: [],
    lostFiles: ['lost.txt'],
  });
});

test('a browser that blocks storage keeps the draft in the page', () => {
  vi.stubGlobal('localStorage', undefined);
  const note = open();
  note.change({ title: 'Shipped' });
  expect(note.get().title).toBe('Shipped');
  expect(open().get().title).toBe('');
});
