// What pages request after their document: nothing twice, and the dashboard nothing at all until the user acts.
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { tabsOf } from '#app/web/tabs.ts';
import type { Profile } from '#features/profile/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { newAccount, Person } from './support/person.ts';
import { entry, pageAnswers } from './support/screen.ts';
import { connect, invite } from './support/teams.ts';
import { expect, test } from './support/test.ts';

/** The calls of one page load, in the order of their requests, until the page has nothing more to request. */
async function callsOf(page: Page, address: string, isLive = true): Promise<string[]> {
  const calls: string[] = [];
  // What a page cancels because another one replaces it is not a call.
  page.on('requestfinished', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`);
  });
  let messages = 0;
  page.on('websocket', (socket) => socket.on('framereceived', () => (messages += 1)));
  await page.goto(address);
  await pageAnswers(page);
  if (isLive) await expect.poll(() => messages).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  return calls;
}

const withoutSession: string[] = [paths.auth, paths.accept];

const twice = (calls: string[]) => calls.filter((call, index) => calls.indexOf(call) !== index);

test('no page calls an operation twice', async ({ person: ada, openContext, logbook }) => {
  const bo = new Person(await openContext(), logbook.url);
  await bo.signUp();
  await ada.subscribe();
  await connect(ada, bo);
  await invite(ada, newAccount().email);
  await ada.addCheckIn('An entry');
  await ada.setGoal('A goal');
  await bo.post('/api/shoutouts', { id: newId(), recipient_email: ada.account.email, message: 'Thanks' });
  const member = (await (await bo.get('/api/profiles')).json()) as Profile;
  const addresses = [
    ...tabsOf(true).map(({ id }) => `${paths.home}?tab=${id}`),
    ...Object.values(paths).map((path) => path.replace('$userId', member.user_id)),
  ];
  for (const context of [ada.context, bo.context]) {
    for (const address of addresses) {
      // Only a manager's page of the member stays.
      if (context === bo.context && address.includes(member.user_id)) continue;
      const page = await context.newPage();
      const calls = await callsOf(page, address, !withoutSession.includes(address));
      expect.soft(twice(calls), address).toEqual([]);
      await page.close();
    }
  }
});

const renewal = 'POST /api/auth/refresh';

test('a user who returns after an hour gets the page with its data, which renews the session before any other call', async ({
  page,
  person,
  context,
}) => {
  const { id } = await person.addCheckIn('Deleted');
  await person.addCheckIn('Written before the break');
  await person.delete(`/api/check_ins/${id}`);
  await callsOf(page, '/');
  await page.goto('about:blank');
  // As the browser does when the hour has passed.
  await context.clearCookies({ name: 'logbook-access' });
  const opened = page.waitForResponse((response) => new URL(response.url()).pathname === '/');
  expect(await callsOf(page, '/')).toEqual([renewal]);
  expect(await (await opened).text()).toContain('Written before the break');
  await page.keyboard.press('Shift');
  await expect(page.getByRole('button', { name: 'Recently deleted' })).toBeVisible();
});

test('no page of a returning user calls an operation twice, or before the session is renewed', async ({
  person: ada,
  openContext,
  logbook,
}) => {
  const bo = new Person(await openContext(), logbook.url);
  await bo.signUp();
  await ada.subscribe();
  await connect(ada, bo);
  await ada.addCheckIn('An entry');
  const member = (await (await bo.get('/api/profiles')).json()) as Profile;
  const addresses = [
    ...tabsOf(true).map(({ id }) => `${paths.home}?tab=${id}`),
    ...Object.values(paths).map((path) => path.replace('$userId', member.user_id)),
  ];
  for (const address of addresses.filter((path) => !withoutSession.includes(path))) {
    await ada.context.clearCookies({ name: 'logbook-access' });
    const page = await ada.context.newPage();
    const calls = await callsOf(page, address);
    expect.soft(twice(calls), address).toEqual([]);
    expect.soft(calls[0], address).toBe(renewal);
    await page.close();
  }
});

test('a page whose document does not know the session calls nothing twice', async ({
  page,
  person,
  context,
}) => {
  await person.addCheckIn('An entry');
  const preparedAt = Date.now();
  // The page asks for the events of the last seconds, which should not be those of the preparations.
  await expect.poll(() => Date.now() - preparedAt, { timeout: 10_000 }).toBeGreaterThan(5000);
  const cookies = (await context.cookies()).filter(({ name }) => /-(access|refresh)$/.test(name));
  await context.clearCookies({ name: 'logbook-refresh' });
  await context.addCookies(
    cookies
      .filter(({ name }) => name === 'logbook-access')
      .map((cookie) => ({ ...cookie, value: 'unknown' })),
  );
  // As if the database had been down for a moment: the session works again when the scripts run.
  const restored = page.waitForResponse(/\/$/).then(() => context.addCookies(cookies));
  await page.route('**/assets/*.js', async (route) => {
    await restored;
    await route.continue();
  });
  // Connects once the page has read its data.
  const read = page.waitForResponse(/unread_count/);
  await page.routeWebSocket(/\/api\/live/, async (socket) => {
    await read;
    socket.connectToServer();
  });
  const calls = await callsOf(page, '/', false);
  await expect(entry(page, 'An entry')).toBeVisible();
  await person.addCheckIn('Written while the page is open');
  await expect(entry(page, 'Written while the page is open')).toBeVisible();
  expect(calls).toContain('GET /api/auth/user');
  // The new entry is fetched, and counted.
  const others = calls.filter((call) => !call.includes('/api/check_ins'));
  expect(twice(others)).toEqual([]);
});

test('the page of a returning user whose session ends meanwhile leads to the sign-in page', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 POST \/api\/auth\/refresh/, /console: /);
  await person.context.clearCookies({ name: 'logbook-access' });
  await page.route('**/api/auth/refresh', async (route) => {
    await person.context.clearCookies({ name: 'logbook-refresh' });
    await route.continue({ headers: { ...route.request().headers(), cookie: '' } });
  });
  await page.goto('/');
  await page.waitForURL('**/auth');
});

test('the dashboard requests nothing that its document contains, until the user acts', async ({
  page,
  person,
  openContext,
  logbook,
}) => {
  const manager = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
  await manager.signUp();
  await manager.subscribe();
  await connect(manager, person);
  // More than the document contains.
  for (let n = 10; n <= 55; n++)
    await person.addCheckIn(`Entry no. ${n}`, { manager_email: manager.account.email });
  expect(await callsOf(page, '/')).toEqual([]);
  await expect(entry(page, 'Entry no. 55')).toContainText('Bo Example can see');
  const scripts = await page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length,
  );
  // Those of the document, and those of the tutorial that a new user sees.
  const ofDocument = await page.locator('script[src], link[rel=modulepreload]').count();
  expect(scripts).toBeLessThanOrEqual(ofDocument + 2);
  // Then the rest comes, above all what the user scrolls to.
  for (const content of ['Entry no. 35', 'Entry no. 10']) {
    await page.mouse.wheel(0, 1500);
    await expect(entry(page, content)).toBeVisible();
  }
});

test('a short log asks for deleted entries once the user acts', async ({ page, person }) => {
  const { id } = await person.addCheckIn('Deleted');
  await person.addCheckIn('Kept');
  await person.delete(`/api/check_ins/${id}`);
  expect(await callsOf(page, '/')).toEqual([]);
  await page.keyboard.press('Shift');
  await expect(page.getByRole('button', { name: 'Recently deleted' })).toBeVisible();
});
