// The settings in a browser: what they show, save and refuse, and how other windows follow.
import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, narrowPhone, tabTo } from './support/looks.ts';
import { openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const headings = (page: Page) => page.getByRole('heading', { level: 1 });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByLabel('Full Name').waitFor();
}

test('a signed-out user is redirected to sign-in, and back to the settings', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 GET \/api\//);
  await person.post('/api/auth/sign-out', {});
  await page.goto('/profile');
  await expect(page).toHaveURL('/auth');
  await page.getByLabel('Email').fill(person.account.email);
  await page.getByLabel('Password', { exact: true }).fill(person.account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(headings(page)).toHaveText('Ada Example');
  await expect(page.getByText(/^Logging since /)).toBeVisible();
});

test('a saved profile appears in other windows, including their headers', async ({ page, person }) => {
  await openSettings(page);
  const settings = await person.context.newPage();
  await openSettings(settings);
  const dashboard = await person.context.newPage();
  await openTimeline(dashboard);
  // Unsaved input in the other settings window stays.
  await settings.getByLabel('Phone').fill('+43 1');

  await page.getByLabel('Full Name').fill('Grace  Brewster Example ');
  await page.getByLabel('Phone').fill('+43 660 1234567');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(headings(page)).toHaveText('Grace Brewster Example');
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace Brewster Example');
  await expect(page.getByRole('banner')).toContainText('Grace');

  await expect(headings(settings)).toHaveText('Grace Brewster Example');
  await expect(settings.getByLabel('Full Name')).toHaveValue('Grace Brewster Example');
  await expect(settings.getByLabel('Phone')).toHaveValue('+43 1');
  await expect(headings(dashboard)).toHaveText("Grace Brewster Example's Logbook");
  await expect(dashboard.getByRole('link', { name: 'Grace settings' })).toBeVisible();
});

test('invalid profile input shows an error at its field, and a failed save shows a message', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/500 PATCH \/api\/profiles/, /failed PATCH/);
  await openSettings(page);
  const name = page.getByLabel('Full Name');
  const phone = page.getByLabel('Phone');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await name.fill(' ');
  await phone.fill('call me');
  await save.click();
  await expect(name).toHaveAccessibleDescription('Enter your name, up to 80 characters.');
  await expect(name).toBeFocused();
  await expect(phone).toHaveAccessibleDescription(/^Enter a phone number/);

  await name.fill('Ada Lovelace');
  await phone.fill('');
  await page.route('/api/profiles', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await save.click();
  await expect(page.getByText('Failed to update profile')).toBeVisible();
  await expect(name, 'the input is not lost').toHaveValue('Ada Lovelace');
  await page.unroute('/api/profiles');
  await save.click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await page.reload();
  await expect(headings(page)).toHaveText('Ada Lovelace');
});

test('a profile that fails to load shows an error with a retry button', async ({ signedIn: page, noise }) => {
  noise.allow(/50[03] GET \/api\/profiles/);
  await page.route('/api/profiles', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/profile');
  await expect(page.getByRole('alert').getByText('Failed to load profile data')).toBeVisible();
  await page.unroute('/api/profiles');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(headings(page)).toHaveText('Ada Example');
});

test('the public link is validated, saved and copied, and a taken slug is refused', async ({
  page,
  person,
  openContext,
  noise,
}) => {
  noise.allow(/409 PATCH \/api\/profiles/);
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSettings(page);
  const link = page.getByLabel('Your public link');
  const save = page.getByRole('button', { name: 'Save link' });
  await save.click();
  await expect(page.getByText('Slug required')).toBeVisible();
  await expect(link).toBeFocused();
  await link.fill('--');
  await save.click();
  await expect(page.getByText('Invalid slug')).toBeVisible();
  await link.fill('profile');
  await save.click();
  await expect(link).toHaveAccessibleDescription('This name is reserved. Please try a different name.');
  await expect(page.getByText('Slug taken'), 'the slug is reserved, not taken').toHaveCount(0);

  const slug = `ada-${person.account.email.slice(4, 12)}`;
  await link.fill('');
  await link.pressSequentially(`Ada ${slug.slice(4)}`);
  await expect(link).toHaveValue(slug);
  await link.pressSequentially('--');
  await expect(link).toHaveAccessibleDescription(`Will be saved as ${new URL(page.url()).host}/${slug}`);
  await save.click();
  await expect(page.getByText('Slug saved!')).toBeVisible();
  const copy = page.getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(page.getByRole('button', { name: 'Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${slug}$`));
  await expect(copy, 'Copied! is shown for 2 seconds').toHaveText('Copy');

  const other = await (await openContext()).newPage();
  await other.goto('/auth?mode=signup');
  await other.getByLabel('Full name').fill('Bob Example');
  await other.getByLabel('Email').fill(`bob-${person.account.email}`);
  await other.getByLabel('Password', { exact: true }).fill('a good long passphrase');
  await other.getByRole('button', { name: 'Create account' }).click();
  await other.getByRole('link', { name: 'Bob settings' }).click();
  await other.getByLabel('Your public link').fill(slug);
  await other.getByRole('button', { name: 'Save link' }).click();
  await expect(other.getByText('Slug taken')).toBeVisible();
});

test('the Dark Mode switch shows the current theme, and saves light or dark', async ({ signedIn: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openSettings(page);
  const dark = page.getByRole('switch', { name: 'Dark Mode' });
  await expect(dark).toBeChecked();
  await dark.focus();
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('logbook-theme'))).toBe('light');
  await expect(page.getByRole('button', { name: 'Theme: Light' })).toBeVisible();
  await dark.check();
  expect(await page.evaluate(() => localStorage.getItem('logbook-theme'))).toBe('dark');
});

test('a photo is cropped and shown in the header immediately, and a URL is copied by the server or refused', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/400 PATCH \/api\/profiles/);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change photo' }).click();
  await expect(page.getByRole('button', { name: 'Choose a photo' })).toBeFocused();
  await page.locator('input[type=file]').setInputFiles('tests/e2e/fixtures/photo.png');
  const dialog = page.getByRole('dialog', { name: 'Crop Profile Photo' });
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Photo saved')).toBeVisible();
  const inHeader = page.getByRole('banner').locator('img');
  await expect(inHeader).toHaveAttribute('src', /^\/api\/storage\/public\/profile-photos\//);
  await expect
    .poll(() => inHeader.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  await page.getByRole('tab', { name: 'URL' }).click();
  const address = page.getByLabel('Photo URL');
  await address.fill('http://avatar.example/me.jpg');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(address).toHaveAccessibleDescription('Enter an address that starts with https://.');
  await expect(address).toBeFocused();
  await address.fill('https://127.0.0.1/me.jpg');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('There is no publicly accessible photo at this address.')).toBeVisible();
  // The previous photo stays.
  await expect(inHeader).toHaveAttribute('src', /^\/api\/storage\/public\/profile-photos\//);
});

test('feedback requires text, survives a failed submit, and is limited to 5000 characters', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/failed POST \/api\/feedback/, /500 POST \/api\/feedback/);
  await openSettings(page);
  const box = page.getByLabel(/^What works/);
  const submit = page.getByRole('button', { name: 'Submit' });
  await expect(submit).toBeDisabled();
  await box.fill('  ');
  await expect(submit).toBeDisabled();
  await box.fill('A dark ledger would be nice.');
  await page.route('/api/feedback', (route) => route.fulfill({ status: 500, body: '' }));
  await submit.click();
  await expect(page.getByText('Failed to submit feedback. Please try again.')).toBeVisible();
  await expect(box).toHaveValue('A dark ledger would be nice.');
  await page.unroute('/api/feedback');
  await submit.click();
  await expect(page.getByText('Feedback submitted')).toBeVisible();
  await expect(box).toHaveValue('');
  await box.fill('x'.repeat(5001));
  await submit.click();
  await expect(box).toHaveAccessibleDescription('Use at most 5000 characters.');
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);

  test('the settings do not scroll sideways, with any part open', async ({ signedIn: page }) => {
    await openSettings(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Danger Zone').click();
    await expectNoSidewaysScroll(page, 'the settings');
    await page.getByRole('button', { name: 'Manage Emails' }).click();
    await page.getByRole('list', { name: 'Your email addresses' }).waitFor();
    await expectNoSidewaysScroll(page, 'the addresses');
  });
});

test('every part of the settings can be operated by keyboard, with visible focus', async ({
  signedIn: page,
}) => {
  await openSettings(page);
  await tabTo(page, /^Manage Emails$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Manage Email Addresses' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Manage Emails' })).toBeFocused();
  await tabTo(page, /^Upload$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'URL' })).toBeFocused();
  await tabTo(page, /^Dark Mode$/);
  await page.keyboard.press('Space');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await tabTo(page, /^Change password$/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Current password')).toBeFocused();
  await tabTo(page, /^Danger Zone$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Delete Account$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Are you absolutely sure?' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused();
});
