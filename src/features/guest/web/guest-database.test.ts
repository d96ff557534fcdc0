import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { guestDatabase } from './guest-database.ts';
import { readGuest } from './guest-transaction.ts';
import { writeGuest } from './guest-write.ts';

const note = () => readGuest((tx) => tx.objectStore('meta').get('note'));

test('what throws takes back all that was written with it', async () => {
  await writeGuest((tx) => tx.objectStore('meta').put('first', 'note'));
  const failing = writeGuest(async (tx) => {
    await tx.objectStore('meta').put('second', 'note');
    throw new Error('midway');
  });
  await expect(failing).rejects.toThrow('midway');
  expect(await note()).toBe('first');
});

test('a full store is told by its own name, wherever it shows', async () => {
  const full = writeGuest(async (tx) => {
    await tx.objectStore('meta').put('third', 'note');
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await expect(full).rejects.toMatchObject({ status: 507, code: 'storage_full' });
  expect(await note()).toBe('first');
});

test('a connection that was closed under the page is opened again', async () => {
  (await guestDatabase()).close();
  expect(await note()).toBe('first');
  (await guestDatabase()).close();
  await writeGuest((tx) => tx.objectStore('meta').put('first', 'note'));
});

test('a window with a newer page is let in at once; this one then asks to be reloaded', async () => {
  await guestDatabase();
  const newer = await openDB('logbook-guest', 2);
  expect(await newer.get('meta', 'note'), 'nothing is lost on the way').toBe('first');
  await expect(note()).rejects.toMatchObject({ code: 'page_outdated' });
  newer.close();
});
