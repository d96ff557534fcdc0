// The installed app offline, with the real service worker.
import type { Page } from '@playwright/test';
import { goal, goalField, chooseGoalAction, setGoals } from './support/goals-screen.ts';
import { expectOfflineCopy, readBrowserStorage, waitForServiceWorker } from './support/browser-storage.ts';
import { LogbookProcess } from './support/logbook-process.ts';
import {
  chooseColumn,
  openGuestPackets,
  openPackets,
  startGuestPacket,
  startPacket,
  writeColumn,
} from './support/packets-states.ts';
import { Person } from './support/person.ts';
import { entry, openMonth, openTimeline, save, signInOnScreen, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const offlineNoise = [/failed .*ERR_/, /console: /, /50[234] /, /401 (GET|POST) \/api\/auth/];
const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Offline. Showing your log as of' });
const goalsTab = (page: Page) => page.getByRole('tab', { name: 'GOALS' });

/** Records successful POST requests as `path text`. */
function recordWrites(page: Page): string[] {
  const sent: string[] = [];
  page.context().on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || !response.ok()) return;
    const body = request.postDataJSON() as { text?: string; content?: string } | null;
    sent.push(`${new URL(request.url()).pathname} ${body?.content ?? body?.text ?? ''}`.trim());
  });
  return sent;
}

/** Waits until the page works offline and its offline copy contains these texts. */
async function waitUntilOfflineReady(page: Page, ...texts: string[]): Promise<void> {
  await waitForServiceWorker(page);
  await expectOfflineCopy(page, ...texts);
}

test.beforeEach(({ noise }) => noise.allow(...offlineNoise));

test('an offline reload shows a signed-in user the months loaded so far and their time', async ({
  page,
  person,
}) => {
  await person.addCheckIn('Wrote this today');
  await person.addCheckIn('Wrote this long ago', { created_at: '2026-03-10T12:00:00Z' });
  await person.addCheckIn('Never opened', { created_at: '2026-02-10T12:00:00Z' });
  await openTimeline(page);
  await openMonth(page, 'March 2026');
  await expect(entry(page, 'Wrote this long ago')).toBeVisible();
  await waitUntilOfflineReady(page, 'Wrote this today', 'Wrote this long ago');

  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` })).toBeVisible();
  await expect(banner(page)).toContainText(/as of \d+:\d\d/);
  await expect(entry(page, 'Wrote this today')).toBeVisible();
  await openMonth(page, 'March 2026');
  await expect(entry(page, 'Wrote this long ago')).toBeVisible();
  await openMonth(page, 'February 2026');
  await expect(page.getByText('These entries could not be loaded.')).toBeVisible();

  await page.context().setOffline(false);
  await expect(banner(page)).toBeHidden({ timeout: 20_000 });
  await expect(entry(page, 'Never opened')).toBeVisible();
});

test('entries in the offline copy are searched as online, and a search covers all entries once back online', async ({
  page,
  person,
}) => {
  await person.addCheckIn('Reported the new queue #ops');
  await person.addCheckIn('The quarterly report is out #finance', { created_at: '2026-03-10T12:00:00Z' });
  await person.addCheckIn('A report that was never opened', { created_at: '2026-02-10T12:00:00Z' });
  const found = (count: number) => page.getByText(`${count} entries found`, { exact: true }).first();
  const partial = page.getByText('only entries that this browser has shown before');
  await openTimeline(page);
  await openMonth(page, 'March 2026');
  await expect(entry(page, 'quarterly')).toBeVisible();
  await waitUntilOfflineReady(page, 'new queue', 'quarterly');

  await page.context().setOffline(true);
  await page.reload();
  await expect(banner(page)).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search entries' });
  await field.fill('REPÓRT');
  await expect(found(2)).toBeVisible();
  await expect(partial).toBeVisible();
  await expect(page.locator('mark')).toHaveText(['Report', 'report']);
  await field.fill('report #finance');
  await expect(entry(page, 'new queue')).toHaveCount(0);
  await expect(entry(page, 'quarterly')).toBeVisible();
  await field.fill('nowhere');
  await expect(page.getByText('No entries found')).toBeVisible();
  await expect(partial).toBeVisible();
  await field.fill('report');
  await expect(found(2)).toBeVisible();

  await page.context().setOffline(false);
  await expect(found(3)).toBeVisible({ timeout: 20_000 });
  await expect(partial).toBeHidden();

  // Without a reload.
  await page.context().setOffline(true);
  await field.fill('the');
  await expect(entry(page, 'quarterly')).toBeVisible();
  await page.context().setOffline(false);
  await expect(partial).toBeHidden({ timeout: 20_000 });
});

test('a later visit updates the offline copy of months loaded on an earlier visit', async ({
  page,
  person,
}) => {
  const old = await person.addCheckIn('Before the edit', { created_at: '2026-03-10T12:00:00Z' });
  await person.addCheckIn('Today');
  await openTimeline(page);
  await openMonth(page, 'March 2026');
  await expect(entry(page, 'Before the edit')).toBeVisible();
  await waitUntilOfflineReady(page, 'Before the edit');
  await page.goto('about:blank');
  await person.patch(`/api/check_ins/${old.id}`, { content: 'After the edit', edited_at: null });
  await openTimeline(page);
  await expectOfflineCopy(page, 'After the edit');
  await page.context().setOffline(true);
  await page.reload();
  await openMonth(page, 'March 2026');
  await expect(entry(page, 'After the edit')).toBeVisible();
});

test('entries and goals written after an offline reload are sent once after the reconnect', async ({
  page,
  person,
}) => {
  const sent = recordWrites(page);
  await person.addCheckIn('Already there');
  await person.setGoal('Learn to fly');
  await openTimeline(page);
  await waitUntilOfflineReady(page, 'Already there', 'Learn to fly');
  await page.context().setOffline(true);
  await page.reload();
  await expect(banner(page)).toBeVisible();

  await save(await write(page, { content: 'Written on a plane' }));
  await expect(page.getByRole('article', { name: 'Waiting for a connection' })).toContainText('on a plane');
  await goalsTab(page).click();
  await setGoals(page, 'Land safely', 'Call home');
  await expect(goal(page, 'Land safely').getByText('Waiting for a connection')).toBeVisible();
  await chooseGoalAction(goal(page, 'Learn to fly'), 'Mark complete');
  await expect(goal(page, 'Learn to fly')).toHaveCount(0);
  await expect(page.getByText('Completed goal is waiting for a connection')).toBeVisible();
  await chooseGoalAction(goal(page, 'Land safely'), 'Mark complete');
  await expect(goal(page, 'Land safely')).toHaveCount(0);

  // All of it survives another offline reload.
  await page.reload();
  await expect(goal(page, 'Call home').getByText('Waiting for a connection')).toBeVisible();
  await expect(goal(page, 'Learn to fly')).toHaveCount(0);
  await expect(goal(page, 'Land safely')).toHaveCount(0);

  await page.context().setOffline(false);
  await expect(page.getByText('Waiting for a connection')).toHaveCount(0, { timeout: 20_000 });
  await expect(banner(page)).toBeHidden();
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  for (const text of ['Written on a plane', 'Learn to fly', 'Land safely']) {
    await expect(entry(page, text)).toHaveCount(1);
  }
  const { rows } = (await (await person.get('/api/goals')).json()) as { rows: { text: string }[] };
  expect(rows.map(({ text }) => text)).toEqual(['Call home']);
  expect(sent.filter((write) => write === '/api/check_ins Written on a plane')).toHaveLength(1);
  expect(sent.filter((write) => write === '/api/goals Land safely')).toHaveLength(1);
  expect(sent.filter((write) => write === '/api/goals Call home')).toHaveLength(1);
  expect(sent.filter((write) => write.endsWith('/complete'))).toHaveLength(2);
});

test('a queued goal can be discarded, and a queued completion can be undone', async ({ page, person }) => {
  await person.setGoal('Keep me');
  await openTimeline(page);
  await goalsTab(page).click();
  await waitUntilOfflineReady(page, 'Keep me');
  await page.context().setOffline(true);
  await setGoals(page, 'Never mind');
  await chooseGoalAction(goal(page, 'Never mind'), 'Discard');
  await expect(goal(page, 'Never mind')).toHaveCount(0);
  await chooseGoalAction(goal(page, 'Keep me'), 'Mark complete');
  await expect(page.getByText('Completed goal is waiting for a connection')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect(goal(page, 'Keep me')).toBeVisible();

  const reloaded = page.waitForResponse((response) => response.url().endsWith('/api/goals'));
  await page.context().setOffline(false);
  await reloaded;
  await expect(goal(page, 'Keep me')).toBeVisible();
  const { rows } = (await (await person.get('/api/goals')).json()) as { rows: { text: string }[] };
  expect(rows.map(({ text }) => text)).toEqual(['Keep me']);
});

test('a queued goal that the server refuses stays on the list with the reason', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/409 POST \/api\/goals/);
  await openTimeline(page);
  await goalsTab(page).click();
  await waitUntilOfflineReady(page, person.account.email);
  await page.context().setOffline(true);
  await setGoals(page, 'One too many');
  const problem = { title: 'Your list is full', status: 409, code: 'too_many_goals' };
  await page.route('**/api/goals', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem });
  });
  await page.context().setOffline(false);
  await expect(goal(page, 'One too many').getByText('Your list is full')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/goals');
  await chooseGoalAction(goal(page, 'One too many'), 'Try again');
  await expect(goal(page, 'One too many').getByText('Your list is full')).toHaveCount(0);
  await page.reload();
  await expect(goal(page, 'One too many')).toBeVisible();
});

test('GOALS shows its list when first opened offline', async ({ page, person }) => {
  await person.setGoal('Learn to fly');
  await openTimeline(page);
  await waitUntilOfflineReady(page, 'Learn to fly');
  await page.context().setOffline(true);
  await goalsTab(page).click();
  await expect(goal(page, 'Learn to fly')).toBeVisible();
});

test('a guest can reload offline, and open GOALS for the first time', async ({ guest: page }) => {
  await save(await write(page, { content: 'Written by a guest' }));
  await expect(entry(page, 'Written by a guest')).toBeVisible();
  await waitForServiceWorker(page);
  await page.context().setOffline(true);
  await page.reload();
  await expect(entry(page, 'Written by a guest')).toBeVisible();
  await expect(page.getByText('You are offline. Your logbook is in this browser')).toBeVisible();
  await goalsTab(page).click();
  await setGoals(page, 'Learn to fly');
  await page.reload();
  await expect(goal(page, 'Learn to fly')).toBeVisible();
});

test('a guest opens the editor of packets for the first time offline, and reloads', async ({
  guest: page,
}) => {
  await save(await write(page, { content: 'Written by a guest' }));
  await waitForServiceWorker(page);
  await page.context().setOffline(true);
  const dialog = await startGuestPacket(page);
  await writeColumn(dialog).getByLabel('Title', { exact: true }).fill('On a train');
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await openGuestPackets(page);
  await expect(dialog.getByRole('button', { name: /^On a train/ })).toBeVisible();
});

test('packets that were opened before open offline, and keep what is written', async ({ page, person }) => {
  await person.addCheckIn('Shipped it');
  await openTimeline(page);
  await waitUntilOfflineReady(page, 'Shipped it');
  const dialog = await startPacket(page);
  await expectOfflineCopy(page, 'Review packet');
  await page.context().setOffline(true);
  await page.reload();
  await openPackets(page);
  await dialog.getByRole('button', { name: /^Review packet/ }).click();
  await expect(chooseColumn(dialog).getByText('1 of 1 chosen')).toBeVisible();
  await writeColumn(dialog).getByLabel('Title', { exact: true }).fill('On a train');
  await expect(dialog.getByText('Saved in this browser.', { exact: false })).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
});

test('content pages that were opened before open offline, and every other page says that it needs a connection', async ({
  page,
  person,
  logbook,
}) => {
  // It opens many pages and restarts the server.
  test.setTimeout(90_000);
  await openTimeline(page);
  await waitUntilOfflineReady(page, person.account.email);
  const response = await page.request.get('/sitemap.xml');
  const seen = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, url]) => new URL(url!).pathname,
  );
  const [article, unseen] = ['/guide/proof-of-work', '/guide/shoutouts-as-references'];
  expect(seen).toEqual(expect.arrayContaining([article, unseen]));
  const titles = new Map<string, string>();
  // One article stands for all: opening all of them takes a minute on a busy machine.
  for (const path of seen.filter((path) => path === article || !path.startsWith('/guide/'))) {
    await page.goto(path);
    titles.set(path, await page.title());
  }
  const heading = page.getByRole('heading', { level: 1 });
  const needsConnection = 'This page needs a connection';

  await page.context().setOffline(true);
  for (const [path, title] of titles) {
    await page.goto(`${path}?from=a-link`);
    await expect(page).toHaveTitle(title);
  }
  for (const path of [unseen, '/guide/nothing', '/someone-elses-page', '/verify-vouch?token=a']) {
    await page.goto(path);
    await expect(heading).toHaveText(needsConnection);
  }
  await page.getByRole('main').getByRole('link', { name: 'Back to your logbook' }).click();
  await expect(page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` })).toBeVisible();

  await page.goto(unseen);
  await expect(heading).toHaveText(needsConnection);
  await page.context().setOffline(false);
  await expect(heading).toContainText('A good reference');

  await logbook.kill();
  await page.goto('/privacy-policy');
  await expect(heading).toHaveText('Privacy policy');
  await page.goto('/someone-elses-page');
  await expect(heading).toHaveText(needsConnection);
  await logbook.restart();
});

test('the settings show the last known data read-only without a connection, and their forms with one', async ({
  page,
  person,
}) => {
  await person.patch('/api/profiles', { phone_number: '+43 660 1234567' });
  await openTimeline(page);
  await waitUntilOfflineReady(page, '+43 660 1234567');
  await page.context().setOffline(true);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(person.account.fullName);
  await expect(page.getByText('You can change them when you are back online.')).toBeVisible();
  for (const known of [person.account.email, '+43 660 1234567'])
    await expect(page.getByRole('definition').filter({ hasText: known })).toBeVisible();
  await expect(page.getByRole('main').locator('form, input:not([role=switch])')).toHaveCount(0);
  await expect(page.getByText('Failed to load')).toHaveCount(0);

  await page.context().setOffline(false);
  await expect(page.getByLabel('Phone')).toHaveValue('+43 660 1234567', { timeout: 20_000 });
  await page.getByLabel('Full Name').fill('Half a na');
  await page.context().setOffline(true);
  await expect(banner(page)).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Half a na');
});

test('the sign-in page leads a signed-in user home without a connection, unless a link opened it', async ({
  page,
  person,
}) => {
  await openTimeline(page);
  await waitUntilOfflineReady(page, person.account.email);
  await page.context().setOffline(true);
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` })).toBeVisible();
  await page.goto('/auth?recover=abc');
  await expect(page).toHaveURL(/\/auth/);
});

test('a reload while the server is down shows the offline copy, and catches up after the restart', async ({
  page,
  person,
  logbook,
}) => {
  await person.addCheckIn('Before the restart');
  await openTimeline(page);
  await waitUntilOfflineReady(page, 'Before the restart');
  await logbook.kill();
  await page.reload();
  await expect(banner(page)).toBeVisible();
  await expect(entry(page, 'Before the restart')).toBeVisible();
  await logbook.restart();
  await person.addCheckIn('After the restart');
  await expect(entry(page, 'After the restart')).toBeVisible({ timeout: 30_000 });
  await expect(banner(page)).toBeHidden();
});

test.describe('privacy', () => {
  const canary = 'Canary in a coal mine';

  test('the caches contain only app files, and no private data is left after sign-out', async ({
    page,
    person,
  }) => {
    await person.addCheckIn(canary);
    await person.setGoal(`${canary} as a goal`);
    await openTimeline(page);
    await goalsTab(page).click();
    await waitUntilOfflineReady(page, canary, `${canary} as a goal`);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    const before = await readBrowserStorage(page);
    expect(
      before.cachedPaths.filter(
        (path) => !/^\/(assets|icons)\/|^\/favicon\.svg$|^\/app\/(offline|needs-connection)$/.test(path),
      ),
    ).toEqual([]);
    expect(before.cachedPaths).toContain('/app/offline');
    for (const secret of [canary, person.account.email, person.account.fullName]) {
      expect(before.caches).not.toContain(secret);
      expect(before.storages).not.toContain(secret);
    }

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Logged out.')).toBeVisible();
    const after = JSON.stringify(await readBrowserStorage(page));
    for (const secret of [canary, person.account.email, person.account.fullName])
      expect(after).not.toContain(secret);
    await page.context().setOffline(true);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Your Logbook', exact: true })).toBeVisible();
    await expect(page.getByText(canary)).toHaveCount(0);
  });

  test('a draft survives sign-out, and only its owner sees it again', async ({ page, person }) => {
    await openTimeline(page);
    await write(page, { content: 'Half written' });
    await page.keyboard.press('Escape');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Logged out.')).toBeVisible();
    expect((await readBrowserStorage(page)).storages).toContain('Half written');
    await page.goto('/');
    await expect(page.getByText('Draft kept')).toHaveCount(0);
    await page.goto('/auth');
    await signInOnScreen(page, person.account);
    await expect(page.getByText('Draft kept')).toBeVisible();
  });

  test('a sign-out in another window deletes the offline copy and shows a message', async ({
    page,
    person,
  }) => {
    await person.addCheckIn(canary);
    await openTimeline(page);
    await waitUntilOfflineReady(page, canary);
    const other = await person.context.newPage();
    await other.goto('/profile');
    await other.getByRole('button', { name: 'Sign Out' }).click();
    await expect(other.getByText('Logged out.')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Signed out in another tab')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(JSON.stringify(await readBrowserStorage(page))).not.toContain(canary);
  });

  test('the offline copy of a session revoked in another browser is deleted on the next visit', async ({
    page,
    person,
    signInInNewBrowser,
  }) => {
    await person.addCheckIn(canary);
    await openTimeline(page);
    await waitUntilOfflineReady(page, canary);
    await page.goto('about:blank');
    const sameUser = await signInInNewBrowser();
    await sameUser.delete('/api/auth/sessions');
    await page.goto('/');
    await expect(page).toHaveURL('/auth');
    await expect.poll(async () => JSON.stringify(await readBrowserStorage(page))).not.toContain(canary);
  });

  test('the offline copy of one user is deleted when another user signs in', async ({
    page,
    person,
    logbook,
  }) => {
    await person.addCheckIn(canary);
    await openTimeline(page);
    await waitUntilOfflineReady(page, canary);
    const next = new Person(person.context, logbook.url);
    await next.signUp();
    await next.addCheckIn('Of the next user');
    await openTimeline(page);
    await expectOfflineCopy(page, 'Of the next user');
    expect(JSON.stringify(await readBrowserStorage(page))).not.toContain(canary);
  });

  test('account deletion deletes the offline copy and drafts', async ({ page, person, noise }) => {
    // The page fetches goals for the offline copy two seconds after it opens, which may be when the account is deleted.
    noise.allow(/^401 GET \/api\/goals$/);
    await person.addCheckIn(canary);
    await openTimeline(page);
    await waitUntilOfflineReady(page, canary);
    await page.context().setOffline(true);
    await goalsTab(page).click();
    await page.getByRole('button', { name: 'Add a goal' }).click();
    await goalField(page).fill(`${canary} as a draft`);
    await page.context().setOffline(false);
    await page.goto('/profile');
    await page.getByText('Danger Zone').click();
    await page.getByRole('button', { name: 'Delete Account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
    await expect(page).toHaveURL('/auth');
    expect(JSON.stringify(await readBrowserStorage(page))).not.toContain(canary);
  });
});

test.describe('versions', () => {
  test('a new version activates without disturbing open input, and OFFLINE_APP=off removes the offline app', async ({
    openContext,
  }) => {
    // It starts a server three times and stores the whole app twice.
    test.setTimeout(120_000);
    const logbook = await LogbookProcess.start({ INSTANCE_NAME: 'First Name' });
    try {
      const context = await openContext({ baseURL: logbook.url });
      const person = new Person(context, logbook.url);
      await person.signUp();
      await person.addCheckIn('Kept by the first version');
      const page = await context.newPage();
      await openTimeline(page);
      await waitUntilOfflineReady(page, 'Kept by the first version');
      const dialog = await write(page, { content: 'In the middle of a sent' });

      // Listens from before the restart: the page may look for a new version as soon as it is connected again.
      const activation = await page.evaluateHandle(() => ({
        promise: new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        ),
      }));
      await logbook.stop();
      await logbook.restart({ INSTANCE_NAME: 'Second Name' });
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await activation.evaluate(({ promise }) => promise.then(() => undefined));
      await expect(dialog.getByLabel('What did you do?')).toHaveValue('In the middle of a sent');
      await expect(dialog.getByLabel('What did you do?')).toBeFocused();
      await page.keyboard.type('ence');
      await save(dialog);
      await expect(entry(page, 'In the middle of a sentence')).toBeVisible();

      await page.context().setOffline(true);
      await page.reload();
      await expect(page).toHaveTitle(/Second Name/);
      await expect(entry(page, 'Kept by the first version')).toBeVisible();
      await page.context().setOffline(false);

      await logbook.stop();
      await logbook.restart({ OFFLINE_APP: 'off' });
      await openTimeline(page);
      await expect
        .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
        .toBe(0);
      await page.reload();
      await expect
        .poll(async () => {
          const storage = await readBrowserStorage(page);
          return [storage.cachedPaths.length, storage.databases.includes('Kept by the first version')];
        })
        .toEqual([0, false]);
      await context.close();
    } finally {
      await logbook.dispose();
    }
  });
});
