// The states of searching the timeline.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { entries, openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';

const sampleEntries = [
  ['🎉', 'The quarterly report is out, two weeks early. #finance #q3-2026', '2026-03-31T10:00:00Z'],
  [
    '🚀',
    'Moved the nightly import to the new queue, and reported on it: https://example.com/report',
    '2026-02-10T10:00:00Z',
  ],
  ['💡', 'Learned how the reporting database partitions its tables. #ops #learning', '2026-02-01T10:00:00Z'],
  ['📊', 'Showed the numbers to the board #finance', '2025-12-12T10:00:00Z'],
] as const;

export async function visitSearch(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  for (const [emoji, content, created_at] of sampleEntries)
    await person.addCheckIn(content, { emoji, created_at });
  await openTimeline(page);
  const field = page.getByRole('searchbox', { name: 'Search entries' });
  await field.fill('report');
  await page.getByText('3 entries found').first().waitFor();
  await visit('search-found');
  await field.fill('report #');
  await page.getByRole('button', { name: /^#finance/ }).waitFor();
  await visit('search-tag-begun');
  await page.getByRole('button', { name: /^#finance/ }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('region', { name: 'Filters' }).getByLabel('From').fill('2026-01-01');
  // The tag alone finds just as many. Its results stay, dimmed, until the results for both have arrived.
  await page.waitForURL(/[?&]from=2026-01-01/);
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  await page.getByText('1 entry found').first().waitFor();
  await visit('search-filters');
  await page.getByLabel('With files').check();
  await page.getByRole('heading', { name: 'No entries found' }).waitFor();
  await visit('search-nothing');

  noise.allow(/failed GET \/api\/check_ins\/search/);
  await page.route('**/api/check_ins/search?*', (route) => route.abort());
  await page.goto('/?q=failing');
  await page.getByText('The search failed').waitFor();
  await visit('search-failed');
  await page.unroute('**/api/check_ins/search?*');
  await page.goto('/?tag=finance');
  await entries(page).first().waitFor();
}
