// The session stays alive while a page is open (R-A6): a check every 30 s, a refresh at 3 ticks or fewer by one tab.
import type { BrowserContext, Page } from '@playwright/test';
import { entry, openTimeline, pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const tick = 30_000;

/** Opens the dashboard in three windows of one browser, and counts their session refreshes. */
async function threeWindows(context: BrowserContext): Promise<{ pages: Page[]; refreshes: () => number }> {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/refresh') count += 1;
  });
  await context.clock.install();
  const pages: Page[] = [];
  for (let window = 0; window < 3; window++) {
    const page = await context.newPage();
    await page.goto('/');
    await pageAnswers(page);
    pages.push(page);
  }
  return { pages, refreshes: () => count };
}

/** The seconds until the session expires, as stored in the browser. */
const secondsLeft = (page: Page) =>
  page.evaluate(() => {
    const [, end] = localStorage.getItem('logbook-session')!.split(' ');
    return Number(end) - Date.now() / 1000;
  });

/** Sets the seconds until the session expires, as stored in the browser. */
const setSecondsLeft = (page: Page, seconds: number) =>
  page.evaluate((secondsLeft) => {
    const [user] = localStorage.getItem('logbook-session')!.split(' ');
    localStorage.setItem('logbook-session', `${user} ${Math.floor(Date.now() / 1000) + secondsLeft}`);
  }, seconds);

for (const locks of ['with Web Locks', 'without Web Locks, as on plain http on a local network']) {
  test(`only one of three windows refreshes the session, 3 ticks before it expires, ${locks}`, async ({
    context,
    person,
  }) => {
    if (!locks.startsWith('with Web'))
      await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const { pages, refreshes } = await threeWindows(context);
    const tokens = async () =>
      (await context.cookies())
        .filter(({ name }) => /-(access|refresh)$/.test(name))
        .map(({ value }) => value);
    const before = await tokens();

    await setSecondsLeft(pages[0]!, 200);
    await context.clock.fastForward(tick);
    expect(await secondsLeft(pages[1]!)).toBeLessThan(171);
    expect(refreshes()).toBe(0);

    await setSecondsLeft(pages[0]!, 119);
    await context.clock.fastForward(tick);
    await expect.poll(() => secondsLeft(pages[2]!)).toBeGreaterThan(3000);
    await context.clock.fastForward(tick);
    expect(await secondsLeft(pages[0]!)).toBeGreaterThan(3000);
    expect(refreshes()).toBe(1);

    const after = await tokens();
    expect(after).toHaveLength(2);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await person.get('/api/auth/user');
  });
}

/** Holds the first response to a refresh of the session until `release` is called. */
async function holdRefresh(context: BrowserContext) {
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  await context.route('**/api/auth/refresh', async (route) => {
    count += 1;
    requested.resolve();
    const isFirst = count === 1;
    const response = await route.fetch();
    if (isFirst) await released.promise;
    await route.fulfill({ response });
  });
  return { requested: requested.promise, release: released.resolve, refreshes: () => count };
}

test('windows opened concurrently without an access token show their page and refresh the session once', async ({
  context,
  person,
}) => {
  await person.addCheckIn('Shown while the session is being renewed');
  // Stores the reader cookie.
  const earlier = await context.newPage();
  await openTimeline(earlier);
  await earlier.close();
  await context.clearCookies({ name: 'logbook-access' });
  const { requested, release, refreshes } = await holdRefresh(context);
  const pages = await Promise.all([1, 2, 3].map(() => context.newPage()));
  await Promise.all(pages.map((page) => page.goto('/')));
  await requested;
  for (const page of pages) {
    await pageAnswers(page);
    await expect(entry(page, 'Shown while the session is being renewed')).toBeVisible();
  }
  // The first response is slow. The other windows wait for it instead of refreshing.
  release();
  for (const page of pages) await page.evaluate(() => navigator.locks.request('logbook-session', () => true));
  expect(refreshes()).toBe(1);
  await person.get('/api/auth/user');
});

test('sign-in pages opened concurrently without an access token refresh the session once', async ({
  context,
  person,
  noise,
}) => {
  noise.allow(/401 GET \/api\/auth\/user/, /console: /);
  await context.clearCookies({ name: 'logbook-access' });
  const { requested, release, refreshes } = await holdRefresh(context);
  const pages = await Promise.all([1, 2, 3].map(() => context.newPage()));
  const reads = pages.map((page) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth/user'),
  );
  await Promise.all(pages.map((page) => page.goto('/auth')));
  await Promise.all([requested, ...reads]);
  release();
  for (const page of pages) await page.waitForURL((url) => url.pathname === '/');
  expect(refreshes()).toBe(1);
  await person.get('/api/auth/user');
});
