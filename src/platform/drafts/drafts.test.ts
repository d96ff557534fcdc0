import { beforeEach, expect, test, vi } from 'vitest';
import { stubLocalStorage } from '#tests/support/local-storage.ts';
import { drafts } from './drafts.ts';
import { flag, group, oneOf, optionalTime, ownId, required, text, textByKey, textOrNull } from './fields.ts';

let items: Map<string, string>;
beforeEach(() => {
  items = stubLocalStorage();
  return () => vi.unstubAllGlobals();
});

/** The edits as a page has them that was just opened. */
function open(userId?: string) {
  const edits = drafts({
    name: 'note-edits',
    fields: {
      title: required(text),
      base: required(group({ title: required(text), by: required(textOrNull) })),
    },
    isEmpty: ({ title, base }) => title === base.title,
  });
  if (userId !== undefined) edits.load(userId);
  return edits;
}

const base = { title: 'Shipped', by: null };

test('each key has its own draft over a reload, for its user only, until it is deleted', () => {
  const edits = open('ada');
  edits.put('a', { title: 'Shipped it', base });
  edits.put('b', { title: 'Sold it', base });
  expect(open('ada').store.get().byKey).toEqual({
    a: { title: 'Shipped it', base },
    b: { title: 'Sold it', base },
  });
  expect(open('bo').store.get().byKey).toEqual({});
  edits.put('a', undefined);
  expect(open('ada').get('a')).toBeUndefined();
  expect(open('ada').get('b')).toBeDefined();
});

test('an empty draft is kept only in the page', () => {
  const edits = open('ada');
  edits.put('a', { title: 'Shipped', base });
  expect(edits.get('a')).toBeDefined();
  expect(open('ada').get('a')).toBeUndefined();
});

test('a draft that was begun is stored once the user changes it, and continued when it is begun again', () => {
  const edits = open('ada');
  edits.begin('a', { title: 'Begun', base });
  expect(edits.get('a')).toMatchObject({ title: 'Begun' });
  expect(items.size).toBe(0);
  edits.put('a', { title: 'Changed', base });
  edits.begin('a', { title: 'Begun', base });
  expect(edits.get('a')).toMatchObject({ title: 'Changed' });
  expect(open('ada').get('a')).toMatchObject({ title: 'Changed' });
});

test('a draft that was begun before the page knew its user stays, and another user does not see it', () => {
  const edits = open();
  edits.begin('a', { title: 'Begun', base });
  edits.load('ada');
  expect(edits.get('a')).toBeDefined();
  edits.load('bo');
  expect(edits.get('a')).toBeUndefined();
});

test('a draft without a part that it needs is dropped', () => {
  const store = (key: string, value: unknown) =>
    items.set(`logbook-note-edits/${key}:ada`, JSON.stringify({ at: 1, value }));
  store('a', { title: 'Shipped it' });
  store('b', { title: 'Shipped it', base: { title: 'Shipped' } });
  store('c', { title: 'Shipped it', base: 'Shipped' });
  store('d', { title: 'Shipped it', base });
  expect(Object.keys(open('ada').store.get().byKey)).toEqual(['d']);
});

test('fields read what they have written, and drop everything else', () => {
  expect(flag.read(true, {})).toBe(true);
  expect(flag.read('yes', {})).toBe(false);
  expect(oneOf(['add', 'complete']).read('complete', {})).toBe('complete');
  expect(oneOf(['add', 'complete']).read('drop', {})).toBeUndefined();
  expect(optionalTime.read('2026-11-20T10:00:00.000Z', {})).toBe('2026-11-20T10:00:00.000Z');
  expect(optionalTime.read('soon', {})).toBeUndefined();
  expect(textByKey.read({ a: 'x', b: 7 }, {})).toEqual({ a: 'x' });
  expect(textByKey.read('text', {})).toBeUndefined();
  expect(ownId.empty()).not.toBe(ownId.empty());
  const share = group({ manager: flag, email: text });
  expect(share.read(undefined, {})).toEqual({ manager: false, email: '' });
});
