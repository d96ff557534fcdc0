// The GENERATE menu: Week in Review and the Shoutout Board, in the page, saved, printed and emailed.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openTimeline } from './support/screen.ts';
import { newAccount, Person } from './support/person.ts';
import { chooseReport, fillWeek } from './support/report-states.ts';
import { sendShoutout } from './support/shoutouts-states.ts';
import { linkIn, test as mailTest, verifyLink } from './support/mail-test.ts';
import { expect, test } from './support/test.ts';

/** Counts calls of print() in the page and in the windows and frames that it opens. */
async function countPrints(page: Page): Promise<() => number> {
  let printed = 0;
  await page.context().exposeFunction('notePrint', () => void printed++);
  await page.context().addInitScript(() => {
    window.print = () => (window as unknown as { notePrint: () => void }).notePrint();
  });
  return () => printed;
}

/** The local date of the browser (R-K5). */
const today = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'));

test('a week in review is shown, saved, printed, and leads to earlier weeks', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/failed POST .*generate-week-review/);
  const prints = await countPrints(page);
  await fillWeek(person);
  await openTimeline(page);
  await page.getByRole('button', { name: 'GENERATE' }).click();
  const soon = page.getByRole('menuitem', { name: 'Resume (coming soon)' });
  await expect(soon).toHaveAttribute('aria-disabled', 'true');
  await soon.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await chooseReport(page, 'Week in Review');
  const dialog = page.getByRole('dialog', { name: 'Week in Review' });
  const report = dialog.frameLocator('iframe');
  await expect(report.getByRole('heading', { name: 'Ada Example' })).toBeVisible();
  await expect(report.getByText('Halved the time of the nightly job')).toBeVisible();
  // The style sheet applies under the page's policy.
  await expect(report.locator('td.sheet')).toHaveCSS('padding-top', '32px');

  await dialog.getByRole('button', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download HTML' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`week-in-review-${await today(page)}.html`);
  expect(readFileSync(await file.path(), 'utf8')).toContain('Halved the time of the nightly job');

  const popup = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Print PDF' }).click();
  await expect((await popup).getByRole('heading', { name: 'Ada Example' })).toBeVisible();
  await expect.poll(prints).toBe(1);
  await (await popup).close();
  // A blocked window prints in place.
  await page.evaluate(() => (window.open = () => null));
  await dialog.getByRole('button', { name: 'Print PDF' }).click();
  await expect.poll(prints).toBe(2);
  await page.keyboard.press('Escape');

  await expect(dialog.getByRole('button', { name: 'Later week' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Earlier week' }).click();
  await expect(report.getByText('An entry of the week before')).toBeVisible();
  await dialog.getByRole('button', { name: 'Later week' }).click();
  await expect(report.getByText('Halved the time of the nightly job')).toBeVisible();

  await page.getByRole('button', { name: 'Close' }).click();
  await page.route('**/generate-week-review', (route) => route.abort());
  await chooseReport(page, 'Week in Review');
  await expect(page.getByText('Failed to generate the weekly report. Please try again.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('the arrows of the week keep the focus, and the week in the frame is announced', async ({
  page,
  person,
}) => {
  await fillWeek(person);
  await openTimeline(page);
  await chooseReport(page, 'Week in Review');
  const dialog = page.getByRole('dialog', { name: 'Week in Review' });
  const status = dialog.getByRole('status');
  const later = dialog.getByRole('button', { name: 'Later week' });
  const earlier = dialog.getByRole('button', { name: 'Earlier week' });
  await expect(status).toHaveText(/^This week: .*\d{4} to .*\d{4}$/);
  await earlier.press('Enter');
  await expect(status).toHaveText(/^(?!This week).*\d{4} to .*\d{4}$/);
  await expect(earlier).toBeFocused();
  await later.press('Enter');
  await expect(status).toHaveText(/^This week: /);
  await expect(later).toBeFocused();
});

test('without a connection, both reports close with their message', async ({
  page,
  person,
  context,
  noise,
}) => {
  noise.allow(/failed .*ERR_INTERNET_DISCONNECTED/, /console: .*(WebSocket|ERR_INTERNET_DISCONNECTED)/);
  await fillWeek(person);
  await openTimeline(page);
  await chooseReport(page, 'Week in Review');
  const week = page.getByRole('dialog', { name: 'Week in Review' });
  await week.getByRole('button', { name: 'Share' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await chooseReport(page, 'Shoutout Board');
  const board = page.getByRole('dialog', { name: 'Shoutout Board' });
  await board.getByText('No shoutouts yet').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();

  await context.setOffline(true);
  await chooseReport(page, 'Week in Review');
  await expect(page.getByText('Failed to generate the weekly report. Please try again.')).toBeVisible();
  await expect(week).toBeHidden();
  await chooseReport(page, 'Shoutout Board');
  await expect(page.getByText('Failed to load shoutouts. Please try again.')).toBeVisible();
  await expect(board).toBeHidden();
});

test('while a filter is loading, the board of the previous one cannot be saved or printed', async ({
  page,
  person,
}) => {
  await sendShoutout(person, newAccount().email, 'Thanks for the review');
  await openTimeline(page);
  await chooseReport(page, 'Shoutout Board');
  const board = page.getByRole('dialog', { name: 'Shoutout Board' });
  await board.getByText('Thanks for the review').waitFor();
  const loading = Promise.withResolvers<void>();
  await page.route('**/generate-shoutout-board', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await board.getByRole('radio', { name: 'Sent', exact: true }).check();
  for (const name of ['Download', 'Print']) await expect(board.getByRole('button', { name })).toBeDisabled();
  await expect(board.getByRole('list', { name: 'Shoutout Board' })).toHaveAttribute('aria-busy', 'true');
  loading.resolve();
  for (const name of ['Download', 'Print']) await expect(board.getByRole('button', { name })).toBeEnabled();
});

mailTest(
  'reports are emailed to a manager and to the own address',
  async ({ page, person: ada, sink, openContext, logbook }) => {
    await page.goto(await verifyLink(sink, ada.account.email));
    await page.getByText('Email verified').first().waitFor();
    const bo = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
    await bo.signUp();
    await ada.addCheckIn('Halved the time of the nightly job');
    await sendShoutout(ada, bo.account.email, 'Thanks for the review');
    await openTimeline(page);

    await chooseReport(page, 'Week in Review');
    const dialog = page.getByRole('dialog', { name: 'Week in Review' });
    await dialog.getByRole('button', { name: 'Share' }).click();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email required')).toBeVisible();
    await expect(page.getByText('Please enter an email address.')).toBeVisible();
    await expect(dialog.getByLabel('Email to')).toBeFocused();
    await dialog.getByLabel('Email to').fill('manager@example.com');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Email sent!')).toBeVisible();
    await expect(page.getByText('Week in review sent to manager@example.com')).toBeVisible();
    await linkIn(sink, 'manager@example.com', /Halved the time of the nightly job/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await chooseReport(page, 'Shoutout Board');
    const board = page.getByRole('dialog', { name: 'Shoutout Board' });
    await expect(board.getByText('1 shoutout', { exact: true })).toBeVisible();
    await expect(board.getByText('Thanks for the review')).toBeVisible();
    const download = page.waitForEvent('download');
    await board.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe(`shoutout-board-${await today(page)}.html`);
    await board.getByRole('button', { name: 'Email' }).click();
    await expect(page.getByText('Shoutout board has been sent to your email!')).toBeVisible();
    await linkIn(sink, ada.account.email, /Thanks for the review/);
    await board.getByRole('radio', { name: 'Received', exact: true }).check();
    await expect(board.getByText('No shoutouts yet')).toBeVisible();
  },
);

test('a guest has no GENERATE menu', async ({ guest }) => {
  await expect(guest.getByRole('button', { name: 'GENERATE' })).toHaveCount(0);
});
