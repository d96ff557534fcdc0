// The last year at a glance: a square for each day, and a table for screen readers.
import type { Page } from '@playwright/test';
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { fillGuestStore } from './support/guest-store.ts';
import { entries, entry, openMonth, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** Noon in UTC, which is the same day in every time zone that the browser may have. */
const noonAgo = (days: number) =>
  `${new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)}T12:00:00.000Z`;
const year = (page: Page) => page.getByRole('group', { name: 'The last year', exact: true });
const square = (page: Page, at: string) => year(page).locator(`rect[data-day="${at.slice(0, 10)}"]`);
const expectSum = (page: Page, text: string) =>
  expect(year(page).getByText(text, { exact: true })).toBeVisible();

test('the last year counts entries per day, follows new entries, and links to a day', async ({
  page,
  person,
}) => {
  await person.addCheckIn('Two years ago', { created_at: noonAgo(730) });
  await person.addCheckIn('In spring', { created_at: noonAgo(200) });
  await person.addCheckIn('Once', { created_at: noonAgo(100) });
  await person.addCheckIn('Twice', { created_at: noonAgo(100) });
  await openTimeline(page);
  await openMonth(page, 'The last year');
  await expectSum(page, '3 entries on 2 days');

  await person.addCheckIn('From another window', { created_at: noonAgo(99) });
  await expectSum(page, '4 entries on 3 days');

  await square(page, noonAgo(100)).hover();
  await expect(year(page).getByText(/: 2 entries$/)).toBeVisible();
  await square(page, noonAgo(98)).click();
  await expect(page).toHaveURL('/');
  await square(page, noonAgo(100)).click();
  const day = noonAgo(100).slice(0, 10);
  await expect(page).toHaveURL(`/?from=${day}&to=${day}`);
  await expect(entries(page)).toHaveCount(2);
  await expect(entry(page, 'Once')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('screen readers get the last year as a table by month', async ({ page, person }) => {
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await person.addCheckIn('In spring', { created_at: noonAgo(200) });
  await person.addCheckIn('The same day', { created_at: noonAgo(200) });
  await openTimeline(page);
  await openMonth(page, 'The last year');
  const table = page.getByRole('table', { name: 'The last year' });
  const row = table.getByRole('row').filter({ hasText: month.format(new Date(noonAgo(200))) });
  await expect(row.getByRole('cell')).toHaveText(['2', '1']);
  await expect(table.getByRole('columnheader')).toHaveText(['Month', 'Entries', 'Days with entries']);
});

test('a last year that fails to load shows an error with a retry button', async ({ page, person, noise }) => {
  await person.addCheckIn('In spring', { created_at: noonAgo(200) });
  await openTimeline(page);
  await page.route('**/api/check_ins/days?*', (route) => route.abort());
  noise.allow(/ERR_FAILED/);
  await openMonth(page, 'The last year');
  await expect(page.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible();
  await page.unroute('**/api/check_ins/days?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  // Under the mouse, a day would show its own count.
  await page.mouse.move(0, 0);
  await expectSum(page, '1 entry on 1 day');
});

test("a guest's last year is counted from the browser's store", async ({ guest: page }) => {
  await page.goto('/');
  await fillGuestStore(page, [
    { id: newId(), content: 'In spring', createdAt: noonAgo(200) },
    { id: newId(), content: 'Two years ago', createdAt: noonAgo(730) },
  ]);
  await page.goto('/');
  await openMonth(page, 'The last year');
  await expectSum(page, '1 entry on 1 day');
});
