// Searching entries by text, tags and filters, in the page and by URL (R-B3).
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, narrowPhone, tabTo } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { entries, entry, openTimeline, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search entries' });
const found = (page: Page, count: number) =>
  page.getByText(`${count} ${count === 1 ? 'entry' : 'entries'} found`, { exact: true }).first();
const contents = (page: Page) => entries(page).locator('.text-entry').allTextContents();

async function addEntries(person: Person): Promise<void> {
  await person.addCheckIn('The quarterly report is out #finance', {
    emoji: '🎉',
    created_at: '2026-03-31T10:00:00Z',
  });
  await person.addCheckIn('Moved the import to the new queue #ops', {
    emoji: '🚀',
    created_at: '2026-02-10T10:00:00Z',
  });
  await person.addCheckIn('Reported the Größe of the queue #ops #finance', {
    created_at: '2026-02-01T10:00:00Z',
  });
  await person.addCheckIn('Nothing to see', { emoji: '🚀', created_at: '2025-12-24T10:00:00Z' });
}

test('search text filters the timeline while typing, is highlighted in entries, and is in the URL', async ({
  page,
  person,
}) => {
  await addEntries(person);
  await openTimeline(page);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('repo');
  await expect(found(page, 2)).toBeVisible();
  await expect(page).toHaveURL('/?q=repo');
  await expect
    .poll(() => contents(page))
    .toEqual(['The quarterly report is out #finance', 'Reported the Größe of the queue #ops #finance']);
  await expect(page.locator('mark')).toHaveText(['repo', 'Repo']);
  const months = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
  await expect(months).toHaveText(['March 2026', 'February 2026']);
  await page.keyboard.type(' grosse');
  await expect(page).toHaveURL(/[?]q=repo(\+|%20)grosse$/);
  await expect(found(page, 1)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 entry found' })).toBeAttached();
  await page.goBack();
  await expect(field(page)).toHaveValue('');
  await expect(page).toHaveURL('/');
  await page.goForward();
  await expect(field(page)).toHaveValue('repo grosse');
  await expect(found(page, 1)).toBeVisible();
  await field(page).press('Escape');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Nothing written this month yet.')).toBeVisible();
});

test('#tags in entries are links, and a tag typed in the search becomes a filter', async ({
  page,
  person,
}) => {
  await addEntries(person);
  await page.goto('/?q=report');
  await expect(found(page, 2)).toBeVisible();
  const tag = entry(page, 'quarterly').getByRole('link', { name: '#finance' });
  await expect(tag).toHaveAttribute('href', '/?tag=finance');
  await tag.click();
  await expect(page).toHaveURL('/?tag=finance');
  await expect(found(page, 2)).toBeVisible();
  await expect(page.locator('mark')).toHaveText(['#finance', '#finance']);
  await page.goBack();
  await expect(field(page)).toHaveValue('report');
  await expect(page.getByRole('list', { name: 'Chosen filters' })).toHaveCount(0);

  await field(page).fill('queue #op');
  await page.getByRole('button', { name: '#ops 2' }).click();
  await expect(page).toHaveURL('/?q=queue&tag=ops');
  await expect(found(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: #ops' }).click();
  await expect(page).toHaveURL('/?q=queue');
  await field(page).fill('#Finance quarterly');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/?q=quarterly&tag=finance');
  await expect(found(page, 1)).toBeVisible();
});

test('filters by date, emoji and files combine, and the back button undoes them one by one', async ({
  page,
  person,
}) => {
  await addEntries(person);
  await openTimeline(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('region', { name: 'Filters' });
  await panel.getByLabel('From').fill('2026-02-01');
  await expect(found(page, 3)).toBeVisible();
  await panel.getByLabel('To').fill('2026-02-10');
  await expect(found(page, 2)).toBeVisible();
  await panel.getByRole('radio', { name: 'rocket' }).check();
  await expect(found(page, 1)).toBeVisible();
  await expect.poll(() => contents(page)).toEqual(['Moved the import to the new queue #ops']);
  expect(new URL(page.url()).search).toBe(`?from=2026-02-01&to=2026-02-10&emoji=${encodeURIComponent('🚀')}`);
  await panel.getByLabel('With files').check();
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
  await page.goBack();
  await expect(panel.getByLabel('With files')).not.toBeChecked();
  await expect(found(page, 1)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(found(page, 3)).toBeVisible();
  await page.reload();
  await expect(found(page, 3)).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/');
  await expect(panel.getByLabel('Shared with manager'), 'nothing is shared').toHaveCount(0);
});

test('invalid search parameters in the URL are ignored', async ({ page, person }) => {
  await addEntries(person);
  await page.goto('/?from=yesterday&emoji=x&files=2&kind=dream&q=%20&tag=');
  await expect(page.getByText('Nothing written this month yet.')).toBeVisible();
  await page.goto('/?q=123&files=1');
  await expect(field(page)).toHaveValue('123');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
});

test('search results follow entries that are added and deleted meanwhile', async ({
  page,
  person,
  openContext,
}) => {
  await addEntries(person);
  await page.goto('/?q=report');
  await expect(found(page, 2)).toBeVisible();
  await save(await write(page, { content: 'Report on the new numbers' }));
  await expect(found(page, 3)).toBeVisible();
  await expect(entries(page).first()).toContainText('Report on the new numbers');

  await save(await write(page, { content: 'Something else' }));
  const outside = page.getByText('Saved, but hidden by this search');
  await expect(outside).toBeVisible();
  await expect(found(page, 3)).toBeVisible();

  await entry(page, 'quarterly').hover();
  await entry(page, 'quarterly').getByRole('button', { name: 'Delete' }).click();
  await expect(found(page, 2)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(found(page, 3)).toBeVisible();

  const other = await (await openContext({ storageState: await person.context.storageState() })).newPage();
  await other.goto('/?tag=ops');
  await expect(found(other, 2)).toBeVisible();
  await save(await write(other, { content: 'A late report from another window #ops' }));
  await expect(found(other, 3)).toBeVisible();
  await expect(found(page, 4)).toBeVisible();
  await expect(entries(page).first()).toContainText('from another window');

  await page.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(entry(page, 'Something else')).toBeVisible();
  await expect(page.getByText('7 entries').first()).toBeVisible();
});

test('a failed search shows an error with a retry button', async ({ page, person, noise }) => {
  await addEntries(person);
  noise.allow(/failed GET \/api\/check_ins\/search/);
  await page.route('**/api/check_ins/search?*', (route) => route.abort());
  await page.goto('/?q=report');
  await expect(page.getByRole('alert')).toContainText('The search failed');
  await page.unroute('**/api/check_ins/search?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(found(page, 2)).toBeVisible();
});

test('a guest can search entries and follow #tags', async ({ openContext }) => {
  const page = await (await openContext()).newPage();
  await page.goto('/');
  await save(await write(page, { content: 'Tried the logbook #start' }));
  await expect(entry(page, 'Tried the logbook')).toBeVisible();
  await save(await write(page, { content: 'Another day' }));
  await expect(entry(page, 'Another day')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: '#start' }).click();
  await expect(
    found(page, 1),
    'focus moves to the result count, because the link is removed with its row',
  ).toBeFocused();
  await field(page).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No entries found' })).toBeVisible();
});

test('search, filters and their buttons can be operated by keyboard', async ({ page, person }) => {
  await addEntries(person);
  await page.goto('/?q=report&tag=finance');
  await expect(found(page, 2)).toBeVisible();
  await page.keyboard.press('/');
  await tabTo(page, /^Clear text$/);
  await tabTo(page, /^Filters$/);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Filters' }).waitFor();
  await tabTo(page, /^From/);
  await tabTo(page, /^With files$/);
  await tabTo(page, /^Remove filter: #finance$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=report');
  await tabTo(page, /^Clear search$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);

  test('the search does not scroll sideways, with filters and long words', async ({ page, person }) => {
    await addEntries(person);
    await person.addCheckIn(`#${'long'.repeat(12)} and ${'unbroken'.repeat(20)}`);
    await page.goto(
      `/?q=unbroken&tag=${'long'.repeat(12)}&from=2026-01-01&to=2026-12-31&emoji=%F0%9F%9A%80&files=1`,
    );
    await page.getByRole('heading', { name: 'No entries found' }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('region', { name: 'Filters' }).waitFor();
    await expectNoSidewaysScroll(page, 'the filters');
    await page.goto('/?q=unbroken');
    await expect(found(page, 1)).toBeVisible();
    await expectNoSidewaysScroll(page, 'the search results');
  });
});
