// Week in Review and the Shoutout Board in all their states, and how tests open them.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { receiveShoutout, sendShoutout } from './shoutouts-states.ts';

export async function chooseReport(page: Page, name: 'Week in Review' | 'Shoutout Board'): Promise<void> {
  await page.getByRole('button', { name: 'GENERATE' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Writes entries of this week and one of the week before. */
export async function fillWeek(person: Person): Promise<void> {
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString();
  await person.addCheckIn('An entry of the week before', { created_at: weekAgo });
  await person.addCheckIn('Shipped the new invoice export. Finance closed two days early. #billing', {
    emoji: '🚀',
  });
  await person.addCheckIn('Halved the time of the nightly job: 48 minutes to 22. #billing', { emoji: '⚡' });
}

export async function visitReports(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await openTimeline(page);
  await page.getByRole('button', { name: 'GENERATE' }).click();
  await page.getByRole('menu', { name: 'Generate a report' }).waitFor();
  await visit('generate-menu');
  await page.keyboard.press('Escape');
  await chooseReport(page, 'Shoutout Board');
  await page.getByRole('heading', { name: 'No shoutouts yet' }).waitFor();
  await visit('board-empty');
  await page.keyboard.press('Escape');

  await fillWeek(person);
  const origin = new URL(page.url()).origin;
  await receiveShoutout(person, origin, 'You kept the room calm on Tuesday night.\nEveryone noticed.');
  await sendShoutout(person, 'cleo@example.com', 'Your review found the one case that we had missed.');
  await chooseReport(page, 'Shoutout Board');
  await page.getByText('2 shoutouts').waitFor();
  await visit('board');
  await page.keyboard.press('Escape');

  await chooseReport(page, 'Week in Review');
  const dialog = page.getByRole('dialog', { name: 'Week in Review' });
  await dialog.frameLocator('iframe').getByText('Halved the time').waitFor();
  await visit('week');
  await dialog.getByRole('button', { name: 'Share' }).click();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Email required').waitFor();
  await visit('week-share');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  noise.allow(/failed POST .*generate-week-review/);
  const loading = Promise.withResolvers<void>();
  await page.route('**/generate-week-review', async (route) => {
    await loading.promise;
    await route.abort();
  });
  await chooseReport(page, 'Week in Review');
  await page.getByText('Generating your week in review...').waitFor();
  await visit('week-loading');
  loading.resolve();
  await page.getByText('Failed to generate the weekly report.').waitFor();
  await visit('week-failed');
  await page.unroute('**/generate-week-review');
}
