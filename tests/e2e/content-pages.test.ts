// The guide and the privacy policy as their readers use them. What they contain is tested in
// src/features/guide/server/routes.test.ts and src/features/legal/server/routes.test.ts.
import { expect, test } from './support/test.ts';

test('a reader goes from the guide through an article to the privacy policy and back, and prints the text only', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/guide');
  await page.evaluate(() => document.fonts.ready);
  expect(requested.filter((path) => !/^\/guide$|\.(woff2|svg)$/.test(path))).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.getByRole('link', { name: 'Proof of work' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Proof of work');

  const heading = page.locator('.prose h2').nth(1);
  const anchor = heading.getByRole('link');
  const opacity = () => anchor.evaluate((link) => getComputedStyle(link, '::after').opacity);
  expect(await opacity()).toBe('0');
  await anchor.click();
  await expect(heading).toBeInViewport();
  expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute('id')}`);
  await expect.poll(opacity).toBe('1');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const article = page.url();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(article);
  await page.getByRole('navigation', { name: 'More articles' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A good reference');
});

test('without JavaScript, a reader finds every article, and the policy leads home', async ({
  openContext,
  noise,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto('/guide');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('link', { name: 'Write your résumé' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  noise.allow(/404 GET \/guide\/nothing/);
  await page.goto('/guide/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
  await page.getByRole('link', { name: 'Back to the guide' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', '/');
});
