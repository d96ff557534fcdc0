// The page that a manager opens from an email. What it shows for links with a token is tested in
// src/features/snapshot/server/routes.test.ts.
import { expect, test } from './support/test.ts';

const query = new URLSearchParams({
  employee: 'Ada Example',
  content: 'Shipped it: https://evil.example <img src="https://evil.example/x" onerror="document.title=1">',
  emoji: '🚀',
});

test('a snapshot is a light page of plain text, and its cards lead to the sign-up pages', async ({
  page,
  openContext,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(`/manager-snapshot?${query}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team Update Snapshot');
  await expect(page.getByText('This link is not signed by Logbook')).toBeVisible();
  await expect(page.getByText(query.get('content')!)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(2);
  await expect(page).toHaveTitle('Team Update Snapshot · Logbook');
  await page.evaluate(() => document.fonts.ready);
  const origin = new URL(page.url()).origin;
  const others = requested.slice(1).filter((url) => !/\.(woff2|svg)$/.test(url) || !url.startsWith(origin));
  expect(others, 'requests other than the font and the icon').toEqual([]);

  await page.getByRole('link', { name: 'Upgrade to Manager Plan' }).click();
  await expect(page).toHaveURL('/auth?mode=manager&employee=Ada+Example');
  await expect(page.getByRole('heading', { name: 'Upgrade to Manager' })).toBeVisible();
  await expect(page.getByText('Manager Access for the team')).toBeVisible();
  expect(await page.evaluate(() => document.referrer)).toBe('');

  // The theme that this browser uses for Logbook.
  await page.evaluate(() => localStorage.setItem('logbook-theme', 'dark'));
  await page.goBack();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Create Free Account' }).click();
  await expect(page).toHaveURL('/auth?mode=employee');
  await expect(page.getByText('Personal Logbook Access')).toBeVisible();

  const withoutScripts = await (await openContext({ javaScriptEnabled: false })).newPage();
  await withoutScripts.goto(`/manager-snapshot?${query}`);
  await expect(withoutScripts.getByText(query.get('content')!)).toBeVisible();
});

test('a snapshot link without a text leads to the sign-in', async ({ page, noise }) => {
  noise.allow(/404 GET \/manager-snapshot/);
  const response = await page.goto('/manager-snapshot?employee=Ada');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  await expect(page.getByText('This snapshot link appears to be invalid or expired')).toBeVisible();
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/auth');
});
