import type { Page } from '@playwright/test';
import { dayMs } from '#platform/clock/durations.ts';
import { openInbox, suggest, suggestionRow, suggestLocally } from './inbox-screen.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import type { Visit } from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

export async function visitInbox(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await openInbox(page);
  await page.getByRole('heading', { name: 'No suggestions' }).waitFor();
  await visit('inbox-empty');
  await suggest(person, [
    ...['Fix the parser of dates #parser', 'Test the parser with time zones', 'Describe the format'].map(
      (content) => ({ content, group: 'acme/api', reason: 'Commits of yours on one day in one repository' }),
    ),
    {
      ...{ content: 'Quarterly review with the board', source: 'calendar', group: 'Quarterly review' },
      ...{ at: '2026-02-27T15:00:00Z', reason: 'An event that you accepted', emoji: '📊' },
    },
    {
      ...{ content: 'Merged: move the nightly import to the new queue', source: 'github' },
      ...{ at: '2026-02-27T09:00:00Z', url: 'https://example.com/acme/api/pull/7', group: 'acme/api' },
    },
  ]);
  const profile = (await (await person.get('/api/profiles')).json()) as { user_id: string };
  await suggestLocally(page, profile.user_id, ['A meeting that only this browser knows']);
  await page.reload();
  await suggestionRow(page, 'Quarterly').waitFor();
  await visit('inbox');
  await page.getByRole('button', { name: 'Grouped by day' }).click();
  await page.getByRole('menuitemradio', { name: 'The same source' }).waitFor();
  await visit('inbox-grouping');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Select all' }).click();
  await page.getByRole('region', { name: 'Selected suggestions' }).waitFor();
  await visit('inbox-selection');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await suggestionRow(page, 'Quarterly')
    .getByRole('button', { name: whole('Edit') })
    .click();
  await page.getByRole('dialog').getByLabel('Text').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await page.getByText('The text is empty.').waitFor();
  await visit('inbox-edit');
  await page.keyboard.press('Escape');
  await suggestionRow(page, 'Quarterly')
    .getByRole('button', { name: whole('Accept') })
    .click();
  await page.getByText('Added to your log').waitFor();
  await visit('inbox-accepted');
  const days = Array.from({ length: 130 }, (_, n) => new Date(Date.now() - n * 2 * dayMs).toISOString());
  await suggest(
    person,
    days.flatMap((at, n) =>
      ['Reviewed the design', 'Fixed what it showed'].map((content) => ({
        ...{ content: `${content}, part ${n + 1}`, at, group: 'acme/web' },
      })),
    ),
  );
  await page.getByText(whole('265 suggestions')).waitFor();
  await page.getByRole('button', { name: 'Accept all, one entry for each group' }).click();
  await page.getByRole('dialog', { name: 'Add 265 suggestions to your log?' }).waitFor();
  await visit('inbox-accept-all');
  await page.getByRole('dialog').getByRole('button', { name: 'Add 133 entries' }).click();
  await page.getByRole('heading', { name: '133 entries added to your log' }).waitFor();
  await visit('inbox-filled');
  await suggest(person, [{ content: 'Planned the next quarter' }, { content: 'Wrote the minutes' }]);
  await page.goto('/');
  await page.getByRole('link', { name: whole(/.*suggestions/) }).waitFor();
  await visit('inbox-link');
  noise.allow(/503 GET \/api\/suggestions/, /503/);
  await page.route('**/api/suggestions?*', (route) => route.fulfill({ status: 503, body: '' }));
  await openInbox(page);
  await page.getByText('Your suggestions could not be loaded').waitFor({ timeout: 30_000 });
  await visit('inbox-failed');
  await page.unroute('**/api/suggestions?*');
}
