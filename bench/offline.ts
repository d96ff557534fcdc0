// A new tab without a connection: the service worker's page, filled from the browser's copy of ten thousand entries, on a
// slow phone. How long it takes until entries are painted, and how they scroll.
import type { BrowserContext, Page } from '@playwright/test';
import { expectOfflineCopy, waitForServiceWorker } from '#tests/e2e/support/browser-storage.ts';
import { inBrowser, slowProcessor } from './browser.ts';
import { bounded } from './figures.ts';
import type { Instance, Person } from './instance.ts';
import { longLogEntries, signUpWithLongLog } from './long-log.ts';
import type { Row } from './report.ts';
import { median } from './rounds.ts';
import { openMonths, slowdown, walk, walkRows } from './scrolling.ts';
import { paintOf, watch } from './visit.ts';

const bounds = { aim: 500, floor: 1000 };

export async function offlineRows(instance: Instance, quick: boolean): Promise<Row[]> {
  const person = await signUpWithLongLog(instance, 'traveler');
  return inBrowser(async (open) => {
    const context = await open(instance, person, 'phone');
    await fillCopy(context, person);
    await context.setOffline(true);
    const times: number[] = [];
    // The first tab warms the worker and the browser's caches.
    let page = await openCold(context);
    for (let round = 0; round < (quick ? 3 : 7); round += 1) {
      await page.close();
      page = await openCold(context);
      times.push((await paintOf(page)).content);
    }
    await openMonths(page);
    return [
      {
        ...bounded('a new tab offline on a slow phone, entries painted', median(times), 'ms', bounds),
        details: times,
      },
      ...walkRows('opened months offline, phone', await walk(page, quick ? 300 : 5000)),
    ];
  });
}

/** Loads all entries, and waits until the copy contains them. */
async function fillCopy(context: BrowserContext, { email }: Person): Promise<void> {
  const page = await context.newPage();
  await page.goto('/');
  await waitForServiceWorker(page);
  await expectOfflineCopy(page, email);
  await openMonths(page);
  while ((await countCopied(page)) < longLogEntries) {
    await page.evaluate(() => scrollTo(0, 0));
    await walk(page, Infinity);
  }
  await page.close();
}

/** The number of entries in the copy. */
function countCopied(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result));
      });
    const database = await result(indexedDB.open('logbook-offline'));
    const parts: { key: unknown[]; data: { pages: { rows: unknown[] }[] } }[] = await result(
      database.transaction('parts').objectStore('parts').getAll(),
    );
    database.close();
    const pages = parts.filter(({ key }) => key[2] === 'rows').flatMap(({ data }) => data.pages);
    return pages.reduce((sum, { rows }) => sum + rows.length, 0);
  });
}

/** Opens a new tab, and resolves once it has shown entries and come to rest. */
async function openCold(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await slowProcessor(page, slowdown);
  await page.addInitScript(watch, '[data-entry]');
  await page.goto('/');
  await page.locator('[data-entry]').first().waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}
