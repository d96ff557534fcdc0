// What pages request after their document: nothing twice, and the dashboard nothing at all until the user acts.
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
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
    ...['timeline', 'shoutouts', 'goals', 'team'].map((tab) => `${paths.home}?tab=${tab}`),
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
