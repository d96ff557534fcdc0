// What the installed app shows outside of its pages, and the suggestion to install it (R-N10).
import type { Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import { newAccount, Person } from './support/person.ts';
import { offerInstallation as offer } from './support/installed-states.ts';
import { idleCodeIsLoaded, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const note = (page: Page, name: string) => page.getByRole('dialog', { name });

test('the icon has the number of unread shoutouts until they are read or the user signs out', async ({
  page,
  context,
  person,
  openContext,
  logbook,
}) => {
  await context.addInitScript(() => {
    const store = (count: number) => Promise.resolve(sessionStorage.setItem('badge', String(count)));
    Object.assign(navigator, { setAppBadge: store, clearAppBadge: () => store(0) });
  });
  const badge = () => page.evaluate(() => sessionStorage.getItem('badge'));
  await openTimeline(page);
  const bo = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
  await bo.signUp();
  const send = () =>
    bo.post('/api/shoutouts', { id: newId(), recipient_email: person.account.email, message: 'Well done' });
  await send();
  await expect.poll(badge).toBe('1');
  await page.getByRole('tab', { name: /SHOUTOUTS/ }).click();
  await expect.poll(badge).toBe('0');

  await openTimeline(page);
  await send();
  await expect.poll(badge).toBe('1');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(/auth/);
  await expect.poll(badge).toBe('0');
});

test('installing is suggested after three entries, and never again once dismissed', async ({
  page,
  person,
}) => {
  await person.addCheckIn('One');
  await person.addCheckIn('Two');
  await openTimeline(page);
  await offer(page);
  await idleCodeIsLoaded(page);
  await expect(note(page, 'Install Logbook')).toHaveCount(0);

  await person.addCheckIn('Three');
  await expect(note(page, 'Install Logbook')).toBeVisible();
  await note(page, 'Install Logbook').getByRole('button', { name: 'No, thanks' }).click();
  await expect(note(page, 'Install Logbook')).toHaveCount(0);
  await page.reload();
  await offer(page);
  await idleCodeIsLoaded(page);
  await expect(note(page, 'Install Logbook')).toHaveCount(0);
});

test("the button makes the browser's offer", async ({ page, person }) => {
  for (const text of ['One', 'Two', 'Three']) await person.addCheckIn(text);
  await openTimeline(page);
  await offer(page);
  await note(page, 'Install Logbook').getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
  await expect(note(page, 'Install Logbook')).toHaveCount(0);
});

test('a browser whose storage is full makes the offer as well, and closes the suggestion', async ({
  page,
  person,
}) => {
  for (const text of ['One', 'Two', 'Three']) await person.addCheckIn(text);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota is used up.', 'QuotaExceededError');
    };
  });
  await openTimeline(page);
  await offer(page);
  await note(page, 'Install Logbook').getByRole('button', { name: 'Install' }).click();
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
  await expect(note(page, 'Install Logbook')).toHaveCount(0);
});

test.describe('in Safari on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  });
  test('the suggestion says how', async ({ page, person }) => {
    for (const text of ['One', 'Two', 'Three']) await person.addCheckIn(text);
    await openTimeline(page);
    await expect(note(page, 'Logbook on your home screen')).toContainText(
      'Tap Share, then Add to Home Screen.',
    );
  });
});
