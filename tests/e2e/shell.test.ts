// The header, the 404 page, the API docs, signing out, and the content security policy.
import { expect, test } from './support/test.ts';
import { entry, openTimeline } from './support/screen.ts';

test('the title links to the dashboard', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await page.goto('/?tab=timeline');
  await page.getByRole('banner').getByRole('link', { name: 'Logbook' }).click();
  await expect(page).toHaveURL('/');
  await expect(entry(page, 'An entry')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toHaveAttribute('aria-selected', 'true');
});

test('avatar and first name in the header link to the settings, where the user can sign out', async ({
  page,
  person,
}) => {
  await openTimeline(page);
  const link = page.getByRole('banner').getByRole('link', { name: 'Ada settings' });
  await expect(link).toContainText('AE');
  await link.click();
  await expect(page).toHaveURL('/profile');
  await expect(page.getByText(person.account.email)).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Logged out.')).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL('/auth');
});

test('an unknown path returns a 404 page with a link home', async ({ page, noise }) => {
  noise.allow(/404 GET \/there\/is\/nothing/);
  const response = await page.goto('/there/is/nothing');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/Oops! Page not found/);
  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await expect(page).toHaveURL('/');
});

test('the API is documented at /api/docs and in openapi.json', async ({ page, request }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API');
  await expect(page.getByRole('heading', { name: 'POST /api/check_ins', exact: true })).toBeVisible();
  const response = await request.get('/api/openapi.json');
  const { openapi, paths } = (await response.json()) as { openapi: string; paths: Record<string, object> };
  expect(openapi).toMatch(/^3\.1/);
  const shown = await page.getByRole('main').innerText();
  expect(Object.keys(paths).filter((path) => !shown.includes(path))).toEqual([]);
  expect(Object.keys(paths).length).toBeGreaterThan(100);
});

test('the content security policy of pages blocks injected scripts', async ({ page, noise }) => {
  noise.allow(/console: .*Content Security Policy/);
  const response = await page.goto('/auth');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "broken in"';
    document.body.append(script);
  });
  await expect(page).not.toHaveTitle('broken in');
});
