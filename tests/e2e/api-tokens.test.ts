// API tokens in the settings, and entries that come by one.
import type { Page } from '@playwright/test';
import { entry, openTimeline } from './support/screen.ts';
import { phone } from './support/looks.ts';
import { expect, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'API tokens' });

async function openDialog(page: Page) {
  await page.goto('/profile#capture');
  await section(page).getByRole('button', { name: 'Create a token' }).click();
  return page.getByRole('dialog', { name: 'Create a token' });
}

test('a token is created, shown once, adds an entry that says so, and is ended with one click', async ({
  signedIn: page,
  request,
  noise,
}) => {
  noise.allow(/401 POST \/api\/capture/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const dialog = await openDialog(page);
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(
    'Name the token after what will use it.',
  );
  await dialog.getByLabel('Name').fill('Kitchen phone');
  await dialog.getByRole('checkbox', { name: /^Add entries/ }).uncheck();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(dialog.getByText('Choose at least one.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Add entries/ }).check();
  await expect(dialog.getByLabel('Expires')).toHaveValue('90');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();

  const made = page.getByRole('dialog', { name: 'Your new token' });
  const token = await made.getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^lbk_[0-9A-Za-z]{49}$/);
  await expect(made.getByRole('group', { name: 'Try it in a terminal' })).toContainText('/api/capture');
  await expect(made.getByRole('img', { name: 'QR code of the token' })).toBeVisible();
  await made.getByRole('button', { name: 'Copy the token' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(section(page).getByRole('button', { name: 'Create a token' })).toBeFocused();
  const row = section(page).getByRole('listitem');
  await expect(row).toContainText('Kitchen phone');
  await expect(row).toContainText('Adds entries');
  await expect(row).toContainText('Never used');

  const sent = await request.post('/api/capture', {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'user-agent': 'curl/8.14.1' },
    data: '🚀 Shipped from the kitchen',
  });
  expect(sent.status()).toBe(200);
  await page.reload();
  await expect(row).toContainText(/Last used .+ · curl · Network address /);
  await openTimeline(page);
  await expect(entry(page, 'Shipped from the kitchen')).toContainText('by API · Kitchen phone');

  await page.goto('/profile#capture');
  await section(page).getByRole('button', { name: 'End the token Kitchen phone' }).click();
  await expect(page.getByText('Token ended')).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Create a token' })).toBeFocused();
  const refused = await request.post('/api/capture', { headers: { authorization: `Bearer ${token}` } });
  expect(refused.status()).toBe(401);
});

test.describe('the sections of the settings', () => {
  const list = (page: Page) => page.getByRole('navigation', { name: 'Sections of the settings' });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

  for (const [device, options] of Object.entries({ 'a desktop': {}, 'a phone': phone })) {
    test.describe(`on ${device}`, () => {
      test.use(options);

      test('are jumped to with the focus, have addresses, and the back button returns', async ({
        page,
        person: _person,
      }) => {
        await page.goto('/profile');
        await page.getByText('This browser').waitFor();
        await expect(list(page).getByRole('link')).toHaveText([
          ...['Profile', 'Public page', 'Sharing', 'Capture', 'Plan', 'Sign-in', 'Data'],
        ]);
        await list(page).getByRole('link', { name: 'Sharing' }).click();
        await expect(page).toHaveURL('/profile#sharing');
        await expect(heading(page, 'Sharing')).toBeFocused();
        await expect(heading(page, 'Sharing')).toBeInViewport();
        await list(page).getByRole('link', { name: 'Sign-in' }).click();
        await expect(heading(page, 'Sign-in')).toBeFocused();
        await expect(list(page).getByRole('link', { name: 'Sign-in' })).toHaveAttribute(
          'aria-current',
          'true',
        );
        await page.goBack();
        await expect(page).toHaveURL('/profile#sharing');
        await expect(heading(page, 'Sharing')).toBeInViewport();
        await page.goBack();
        await expect(page).toHaveURL('/profile');
      });

      test('are reached by their address', async ({ signedIn: page }) => {
        await page.goto('/profile#plan');
        await expect(heading(page, 'Plan')).toBeFocused();
        await page.getByText('This browser').waitFor();
        await expect(heading(page, 'Plan')).toBeInViewport();
      });
    });
  }
});
