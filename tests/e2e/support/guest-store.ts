// Fills the browser's guest store as an earlier visit would have left it, in the format of version 1 of the store.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { fixture } from './screen.ts';

export type GuestFile = { id: string; name: string; type: string; bytes: Buffer };
export type GuestEntry = {
  id: string;
  content: string;
  createdAt: string;
  emoji?: string;
  kind?: 'entry' | 'goal';
  editedAt?: string;
  deletedAt?: string;
  files?: GuestFile[];
};

export type GuestGoal = {
  text: string;
  cadence?: 'weekly' | 'monthly' | 'quarterly';
  periodStart?: string;
  completedAt?: string;
  checkInId?: string;
  deletedAt?: string;
};

/** Entries one day apart, oldest first, ending yesterday. */
export function guestEntries(count: number, word = 'Entry'): GuestEntry[] {
  const last = Date.now() - dayMs;
  return Array.from({ length: count }, (_, index) => ({
    id: newId(),
    content: `${word} ${index + 1} of before`,
    createdAt: new Date(last - (count - 1 - index) * dayMs).toISOString(),
    ...(index % 3 === 0 && { emoji: '🚀' }),
  }));
}

export const textFile = (name: string, text: string): GuestFile => ({
  id: newId(),
  name,
  type: 'text/plain',
  bytes: Buffer.from(text),
});

export const realFile = (name: string, type: string): GuestFile => ({
  id: newId(),
  name,
  type,
  bytes: readFileSync(fixture(name)),
});

/** Makes writes to one object store fail as on a full disk. The next call replaces it. An empty name fails none. */
export async function simulateFullStore(page: Page, store: string): Promise<void> {
  await page.evaluate((full) => {
    const prototype = IDBObjectStore.prototype as {
      put: IDBObjectStore['put'];
      originalPut?: IDBObjectStore['put'];
    };
    const originalPut = (prototype.originalPut ??= prototype.put);
    prototype.put = function put(this: IDBObjectStore, ...args) {
      if (this.name === full) throw new DOMException('No room', 'QuotaExceededError');
      return originalPut.apply(this, args);
    };
  }, store);
}

/** Writes entries and ordered goals to the guest store of the page's browser. The page must be a guest's. */
export async function fillGuestStore(
  page: Page,
  entries: readonly GuestEntry[],
  goals: readonly GuestGoal[] = [],
): Promise<void> {
  const numberedGoals = goals.map((goal, index) => ({ ...goal, place: index + 1, importId: newId() }));
  const serializedEntries = entries.map((entry) => ({
    ...entry,
    files: (entry.files ?? []).map((file) => ({ ...file, bytes: file.bytes.toString('base64') })),
  }));
  await expect.poll(() => hasGuestStore(page)).toBe(true);
  await page.evaluate(
    async ([entries, goals, at]) => {
      const request = indexedDB.open('logbook-guest');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error!);
      });
      const tx = database.transaction(['check_ins', 'log_files', 'file_bytes', 'goals'], 'readwrite');
      for (const {
        place,
        importId,
        text,
        cadence,
        periodStart,
        completedAt,
        checkInId,
        deletedAt,
      } of goals) {
        tx.objectStore('goals').put({
          ...{ id: `guest-${place}`, import_id: importId, text, position: place },
          ...{ cadence: cadence ?? null, period_start: periodStart ?? null },
          ...{ created_at: at, changed_at: at, check_in_id: checkInId ?? null },
          ...{ completed_at: completedAt ?? null, deleted_at: deletedAt ?? null },
        });
      }
      for (const { id, content, createdAt, emoji, kind, editedAt, deletedAt, files } of entries) {
        tx.objectStore('check_ins').put({
          ...{ id, user_id: 'guest', kind: kind ?? 'entry', content, emoji: emoji ?? null },
          ...{ created_at: createdAt, recorded_at: createdAt, changed_at: createdAt },
          ...{ edited_at: editedAt ?? null, deleted_at: deletedAt ?? null },
          ...{ file_count: files.length, missing_files: [] },
          ...(deletedAt ? { in_bin: [deletedAt, id] } : { on_timeline: [createdAt, id] }),
        });
        for (const file of files) {
          const bytes = Uint8Array.from(atob(file.bytes), (char) => char.charCodeAt(0));
          tx.objectStore('file_bytes').put(new Blob([bytes], { type: file.type }), file.id);
          tx.objectStore('log_files').put({
            ...{ id: file.id, check_in_id: id, file_name: file.name, file_path: `guest/${id}/${file.id}` },
            ...{ file_type: file.type.split('/')[0], file_size: bytes.length, mime_type: file.type },
            ...{ preview: 'none', created_at: createdAt },
          });
        }
      }
      await new Promise((resolve, reject) => {
        tx.oncomplete = resolve;
        tx.onabort = () => reject(tx.error!);
      });
      database.close();
      localStorage.setItem('logbook-guest', 'yes');
    },
    [serializedEntries, numberedGoals, new Date(Date.now() - dayMs).toISOString()] as const,
  );
}

/** Whether the app has created the guest store. */
function hasGuestStore(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const request = indexedDB.open('logbook-guest');
    return new Promise<boolean>((resolve) => {
      // Only the app may create it: this would have no object stores.
      request.onupgradeneeded = () => request.transaction?.abort();
      request.onerror = () => resolve(false);
      request.onsuccess = () => {
        resolve(request.result.objectStoreNames.contains('check_ins'));
        request.result.close();
      };
    });
  });
}

/** The number of records in each object store. Works on any page of the site. */
export function guestStoreSize(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async () => {
    const request = indexedDB.open('logbook-guest');
    const database = await new Promise<IDBDatabase>((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const names = [...database.objectStoreNames];
    const tx = database.transaction(names, 'readonly');
    const counts = await Promise.all(
      names.map(
        (name) =>
          new Promise<[string, number]>((resolve) => {
            const request = tx.objectStore(name).count();
            request.onsuccess = () => resolve([name, request.result]);
          }),
      ),
    );
    database.close();
    return Object.fromEntries(counts);
  });
}
