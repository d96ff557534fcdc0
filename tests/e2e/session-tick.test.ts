// The session stays while a page is open (R-A6): a look every 30 s, a renewal at 3 ticks or fewer, one tab for all.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const tick = 30_000;

/** The dashboard in three windows of one browser, and how often any of them has renewed the session since. */
async function threeWindows(context: BrowserContext): Promise<{ pages: Page[]; renewals: () => number }> {
  let count = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/auth/refresh') count += 1;
  });
  await context.clock.install();
  const pages: Page[] = [];
  for (let window = 0; window < 3; window++) {
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('heading', { name: "Ada Example's Logbook" }).waitFor();
    pages.push(page);
  }
  return { pages, renewals: () => count };
}

/** Seconds that the windows think the session still has. */
const left = (page: Page) =>
  page.evaluate(() => {
    const [, end] = localStorage.getItem('logbook-session')!.split(' ');
    return Number(end) - Date.now() / 1000;
  });

/** Lets them think that it has so many. */
const setLeft = (page: Page, seconds: number) =>
  page.evaluate((wanted) => {
    const [user] = localStorage.getItem('logbook-session')!.split(' ');
    localStorage.setItem('logbook-session', `${user} ${Math.floor(Date.now() / 1000) + wanted}`);
  }, seconds);

for (const locks of ['with Web Locks', 'without Web Locks, as on plain http in a local network']) {
  test(`one of three windows renews the session, not before its time: ${locks}`, async ({
    context,
    person,
  }) => {
    if (!locks.startsWith('with Web'))
      await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const { pages, renewals } = await threeWindows(context);
    const tokens = async () =>
      (await context.cookies())
        .filter(({ name }) => /-(access|refresh)$/.test(name))
        .map(({ value }) => value);
    const before = await tokens();

    await setLeft(pages[0]!, 200);
    await context.clock.fastForward(tick);
    expect(await left(pages[1]!)).toBeLessThan(171);
    expect(renewals()).toBe(0);

    await setLeft(pages[0]!, 119);
    await context.clock.fastForward(tick);
    await expect.poll(() => left(pages[2]!)).toBeGreaterThan(3000);
    await context.clock.fastForward(tick);
    expect(await left(pages[0]!)).toBeGreaterThan(3000);
    expect(renewals()).toBe(1);

    const after = await tokens();
    expect(after).toHaveLength(2);
    expect(after.filter((token) => before.includes(token))).toEqual([]);
    await person.get('/api/auth/user');
  });
}

test('windows that open at once after the access token ran out renew the session once', async ({
  context,
  person,
  noise,
}) => {
  noise.allow(/401 GET \/api\/auth\/user/, /console: /);
  await context.clearCookies({ name: 'logbook-access' });
  let asked = 0;
  const firstAsked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await context.route('**/api/auth/refresh', async (route) => {
    asked += 1;
    firstAsked.resolve();
    // The first answer is slow: the others must not overtake it.
    const response = await route.fetch();
    if (asked === 1) await answered.promise;
    await route.fulfill({ response });
  });
  const pages = await Promise.all([1, 2, 3].map(() => context.newPage()));
  const reads = pages.map((page) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/auth/user'),
  );
  await Promise.all(pages.map((page) => page.goto('/profile')));
  await Promise.all([firstAsked.promise, ...reads]);
  answered.resolve();
  for (const page of pages) await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  expect(asked).toBe(1);
  await person.get('/api/auth/user');
});
