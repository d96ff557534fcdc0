import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { guestDatabase } from './guest-database.ts';
import { readGuest } from './guest-transaction.ts';
import { writeGuest } from './guest-write.ts';

test('a database of the previous version keeps its data, and gets a store for packets', async () => {
  const stores = ['check_ins', 'log_files', 'file_bytes', 'goals', 'meta'];
  const earlier = await openDB('logbook-guest', 1, {
    upgrade: (database) => stores.forEach((store) => database.createObjectStore(store)),
  });
  await earlier.put('meta', 'kept', 'note');
  earlier.close();
  const database = await guestDatabase();
  expect(await database.get('meta', 'note')).toBe('kept');
  expect([...database.objectStoreNames]).toEqual([...stores, 'packets'].toSorted());
});

const note = () => readGuest((tx) => tx.objectStore('meta').get('note'));

test('a write that throws rolls back everything in its transaction', async () => {
  await writeGuest((tx) => tx.objectStore('meta').put('first', 'note'));
  const failing = writeGuest(async (tx) => {
    await tx.objectStore('meta').put('second', 'note');
    throw new Error('midway');
  });
  await expect(failing).rejects.toThrow('midway');
  expect(await note()).toBe('first');
});

test('a write to a full store rejects with storage_full and is rolled back', async () => {
  const full = writeGuest(async (tx) => {
    await tx.objectStore('meta').put('third', 'note');
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await expect(full).rejects.toMatchObject({ status: 507, code: 'storage_full' });
  expect(await note()).toBe('first');
});

test('a database connection that the browser closed is reopened', async () => {
  (await guestDatabase()).close();
  expect(await note()).toBe('first');
  (await guestDatabase()).close();
  await writeGuest((tx) => tx.objectStore('meta').put('first', 'note'));
});

test('a tab with a newer schema can upgrade immediately; this tab then rejects with page_outdated', async () => {
  await guestDatabase();
  const newer = await openDB('logbook-guest', 3);
  expect(await newer.get('meta', 'note'), 'the upgrade keeps the data').toBe('first');
  await expect(note()).rejects.toMatchObject({ code: 'page_outdated' });
  newer.close();
});
