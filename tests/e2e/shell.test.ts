// Header, addresses that do not exist, the API's own page, signing out.
import { expect, test } from './support/test.ts';
import { entry, openTimeline } from './support/screen.ts';

test('the title leads home', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await page.goto('/?tab=timeline');
  await page.getByRole('banner').getByRole('link', { name: 'Logbook' }).click();
  await expect(page).toHaveURL('/');
  await expect(entry(page, 'An entry')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toHaveAttribute('aria-selected', 'true');
});

test('the header shows avatar and first name; they lead to the settings, and to the way out', async ({
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

test('an unknown address is a 404 with a way home', async ({ page, noise }) => {
  noise.allow(/404 GET \/there\/is\/nothing/);
  const answer = await page.goto('/there/is/nothing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  await expect(page).toHaveTitle(/Oops! Page not found/);
  await page.getByRole('link', { name: 'Back to the start page' }).click();
  await expect(page).toHaveURL('/');
});

test('the API is told to people and to machines', async ({ page, request }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('API');
  await expect(page.getByRole('heading', { name: 'POST /api/check_ins', exact: true })).toBeVisible();
  const answer = await request.get('/api/openapi.json');
  const { openapi, paths } = (await answer.json()) as { openapi: string; paths: Record<string, object> };
  expect(openapi).toMatch(/^3\.1/);
  for (const path of Object.keys(paths)) await expect(page.getByText(path).first()).toBeVisible();
});

test('pages carry a policy that lets no foreign script run', async ({ page, noise }) => {
  noise.allow(/console: .*Content Security Policy/);
  const answer = await page.goto('/auth');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "broken in"';
    document.body.append(script);
  });
  await expect(page).not.toHaveTitle('broken in');
});
