// Reads everything that the browser stores for this site: caches, databases, local and session storage.
import { expect, type Page } from '@playwright/test';

export type BrowserStorage = {
  /** The paths of all cached responses. */
  cachedPaths: string[];
  /** Headers and bodies of all cached responses, as text. */
  caches: string;
  /** Rows and keys of all databases, as text. */
  databases: string;
  /** Local and session storage, as text. */
  storages: string;
};

export function readBrowserStorage(page: Page): Promise<BrowserStorage> {
  return page.evaluate(async () => {
    const cachedPaths: string[] = [];
    const bodies: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const response = await cache.match(request);
        cachedPaths.push(new URL(request.url).pathname);
        if (/\.(woff2|png)$/.test(new URL(request.url).pathname)) continue;
        bodies.push(JSON.stringify([...response!.headers]), await response!.text());
      }
    }
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('The request failed without an error.'));
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
      cachedPaths,
      caches: bodies.join('\n'),
      databases: rows.join('\n'),
      storages: JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    };
  });
}

/** Waits until the app's files are cached and the service worker controls this page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
  });
}

/** Waits until the offline copy contains all of these texts. */
export async function expectOfflineCopy(page: Page, ...texts: string[]): Promise<void> {
  await expect(async () => {
    const { databases } = await readBrowserStorage(page);
    const missing = texts.filter((text) => !databases.includes(text));
    expect(missing).toEqual([]);
  }).toPass({ timeout: 20_000 });
}
