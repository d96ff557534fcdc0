// Everything that a browser keeps for this site, as a test reads it: caches, databases, local and session storage.
import { expect, type Page } from '@playwright/test';

export type Kept = {
  /** Addresses of all cached responses, without their query. */
  cached: string[];
  /** All text: bodies of cached responses, rows of all databases, both storages. */
  caches: string;
  databases: string;
  storages: string;
};

export function everythingKept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const cached: string[] = [];
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        cached.push(new URL(request.url).pathname);
        if (/\.(woff2|png)$/.test(new URL(request.url).pathname)) continue;
        bodies.push(JSON.stringify([...response!.headers]), await response!.text());
      }
    }
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('No reason was given.'));
      });
    const rows: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name!));
      for (const store of database.objectStoreNames) {
        const read = database.transaction(store).objectStore(store);
        rows.push(`${name}/${store}: ${JSON.stringify(await result(read.getAll()))}`);
        rows.push(JSON.stringify(await result(read.getAllKeys())));
      }
      database.close();
    }
    return {
      cached,
      caches: bodies.join('\n'),
      databases: rows.join('\n'),
      storages: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    };
  });
}

/** The app's files are cached, and the worker answers for this page. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** The copy for reading offline holds all of these texts. */
export async function copyHolds(page: Page, ...texts: string[]): Promise<void> {
  await expect(async () => {
    const { databases } = await everythingKept(page);
    const missing = texts.filter((text) => !databases.includes(text));
    expect(missing).toEqual([]);
  }).toPass({ timeout: 20_000 });
}
