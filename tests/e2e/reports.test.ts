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
  await page.getByRole('menuitem', { name: 'Resume (coming soon)' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
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
