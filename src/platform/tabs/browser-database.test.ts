import 'fake-indexeddb/auto';
import { deleteDB, type DBSchema } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserDatabase } from './browser-database.ts';

interface Notes extends DBSchema {
  notes: { key: string; value: string };
  tags: { key: string; value: string };
}

const first = () =>
  browserDatabase<Notes>('logbook-test', [(created) => void created.createObjectStore('notes')]);

beforeEach(() => deleteDB('logbook-test'));
afterEach(() => vi.unstubAllGlobals());

test('a database is opened once, and again after the browser closed it', async () => {
  const { open, reopen } = first();
  const opened = await open();
  expect(await open()).toBe(opened);
  opened.close();
  const again = await reopen();
  await again.put('notes', 'Shipped', 'today');
  expect(await (await open()).get('notes', 'today')).toBe('Shipped');
  again.close();
});

test('a connection makes way for a tab with a newer version, and keeps its rows', async () => {
  const old = await first().open();
  await old.put('notes', 'Shipped', 'today');
  const newer = await browserDatabase<Notes>('logbook-test', [
    () => {
      throw new Error('The first upgrade ran again.');
    },
    (created) => void created.createObjectStore('tags'),
  ]).open();
  expect([...newer.objectStoreNames]).toEqual(['notes', 'tags']);
  expect(await newer.get('notes', 'today')).toBe('Shipped');
  newer.close();
});

test('without IndexedDB, opening rejects, and works once the browser allows it', async () => {
  const { open } = first();
  vi.stubGlobal('indexedDB', undefined);
  await expect(open()).rejects.toBeInstanceOf(TypeError);
  vi.unstubAllGlobals();
  (await open()).close();
});
