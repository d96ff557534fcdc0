// Older browsers, and plain http on a local network, where Web Locks, BroadcastChannel and randomUUID are missing.
import type { BrowserContext } from '@playwright/test';
import { goal, setGoals } from './support/goals-screen.ts';
import { entry, openTimeline, save, signInOnScreen, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

async function removeApis(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    Reflect.deleteProperty(Navigator.prototype, 'locks');
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
  });
}

test.beforeEach(({ context }) => removeApis(context));

test("without newer APIs, a guest's entries and goals appear in the guest's other window", async ({
  guest: page,
  context,
}) => {
  expect(
    await page.evaluate(() => [typeof BroadcastChannel, typeof navigator.locks, typeof crypto.randomUUID]),
  ).toEqual(['undefined', 'undefined', 'undefined']);
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('heading', { name: 'Your Logbook' }).waitFor();
  for (const text of ['First of the guest', 'Second of the guest']) {
    await save(await write(page, { content: text }));
    await expect(entry(other, text)).toBeVisible();
  }
  await other.getByRole('tab', { name: 'GOALS' }).click();
  await page.getByRole('tab', { name: 'GOALS' }).click();
  await setGoals(page, 'Learn to fly');
  await expect(goal(other, 'Learn to fly')).toBeVisible();
});

test('without newer APIs, a user can write in two windows and offline, and sign out of both', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed .*ERR_/, /console: /);
  await openTimeline(page);
  const other = await person.context.newPage();
  await openTimeline(other);
  await save(await write(page, { content: 'Seen in both' }));
  await expect(entry(other, 'Seen in both')).toBeVisible();
  await page.context().setOffline(true);
  await save(await write(page, { content: 'Written offline' }));
  await expect(page.getByRole('article', { name: 'Waiting for a connection' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(entry(other, 'Written offline')).toBeVisible({ timeout: 20_000 });
  await expect(entry(page, 'Written offline')).toHaveCount(1);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByText('Signed out in another tab')).toBeVisible();
});

test("without newer APIs, a guest's log is imported at sign-in", async ({ page, person }) => {
  await person.context.clearCookies();
  await page.goto('/');
  await page.getByRole('button', { name: 'Close tutorial' }).click();
  await save(await write(page, { content: 'Before the account' }));
  await expect(entry(page, 'Before the account')).toBeVisible();
  await page.goto('/auth');
  await signInOnScreen(page, person.account);
  await expect(entry(page, 'Before the account')).toBeVisible({ timeout: 20_000 });
});
