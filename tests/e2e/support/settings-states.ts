// The states of the settings, and of /auth when opened by a link from an email.
import type { Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import { newAccount, type Person } from './person.ts';
import { fixture } from './screen.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

/** Called in each state with the state's name. */
export type Visit = (state: string) => Promise<void>;

export async function visitRecovery(page: Page, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/400 POST \/api\/auth\/recover\/check/);
  await page.goto('/auth?view=forgot');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('Reset email sent!').waitFor();
  await visit('forgot-sent');
  const check = '**/api/auth/recover/check';
  await page.route(check, (route) => route.fulfill({ json: { email: 'ada@example.com' } }));
  await page.goto('/auth?recover=nonsense');
  const fill = async (password: string, confirmation: string) => {
    await page.getByLabel(whole('New password')).fill(password);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Save new password' }).click();
  };
  await fill('a good long passphrase', 'another');
  await page.getByText('Passwords do not match').waitFor();
  await visit('new-password-mismatch');
  await page.unroute(check);
  await page.reload();
  await page.getByRole('heading', { name: 'This link does not work.' }).waitFor();
  await visit('recovery-refused');
  await page.goto('/auth?undo=nonsense');
  await page.getByRole('heading', { name: 'Undo this change?' }).waitFor();
  await visit('undo-address');
}

export async function visitSettings(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/500 GET \/api\/profiles/, /409 DELETE \/api\/user_emails/);
  await page.route('/api/profiles', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await visit('settings-failed');
  await page.unroute('/api/profiles');
  const { email, password } = person.account;
  await person.post('/api/auth/token', { grant_type: 'password', email, password });
  await page.goto('/profile');
  await page.getByRole('button', { name: 'End all others' }).waitFor();
  await visit('settings');

  await page.getByLabel('Full Name').fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Enter your name, up to').waitFor();
  await page.getByRole('tab', { name: 'URL' }).click();
  await visit('settings-profile-errors');
  await page.getByRole('button', { name: 'Save link' }).click();
  await page.getByText('Slug required').waitFor();
  await visit('settings-slug-required');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Enter your current password.').waitFor();
  await visit('settings-password-errors');

  await page.getByRole('button', { name: 'Manage Emails' }).click();
  const dialog = page.getByRole('dialog');
  const extra = newAccount().email;
  await dialog.getByLabel('Another email address').fill(extra);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: `Remove ${extra}` }).waitFor();
  await dialog.getByRole('button', { name: `Remove ${email}`, disabled: true }).waitFor();
  await dialog.getByText('You cannot remove your primary authentication email.').waitFor();
  await visit('settings-emails');
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Upload' }).click();
  await page.locator('input[type=file]').setInputFiles(fixture('photo.png'));
  await page.getByRole('button', { name: 'Save photo' }).waitFor();
  await visit('settings-crop');
}

export async function visitTokens(page: Page, _person: Person, _noise: Noise, visit: Visit): Promise<void> {
  await page.goto('/profile#capture');
  const section = page.getByRole('region', { name: 'API tokens' });
  const create = section.getByRole('button', { name: 'Create a token' });
  await create.scrollIntoViewIfNeeded();
  await visit('tokens-none');
  const dialog = page.getByRole('dialog');
  for (const name of ['Kitchen phone', 'Release script of the team with a long name']) {
    await create.click();
    await dialog.getByRole('button', { name: whole('Create') }).click();
    await dialog.getByText('Name the token after what will use it.').waitFor();
    if (name === 'Kitchen phone') await visit('token-form');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: /^Read your entries/ }).check();
    await dialog.getByLabel('Expires').selectOption('never');
    await dialog.getByRole('button', { name: whole('Create') }).click();
    await dialog.getByRole('img', { name: 'QR code of the token' }).waitFor();
    if (name === 'Kitchen phone') await visit('token-made');
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
  await section.getByRole('listitem').nth(1).waitFor();
  await visit('tokens');
}

export async function visitMailAddress(
  page: Page,
  _person: Person,
  _noise: Noise,
  visit: Visit,
): Promise<void> {
  await page.goto('/profile#capture');
  const section = page.getByRole('region', { name: 'By email' });
  const make = section.getByRole('button', { name: 'Create an address' });
  await make.scrollIntoViewIfNeeded();
  await visit('mail-address-none');
  await make.click();
  await section.getByRole('group', { name: 'Your private address' }).scrollIntoViewIfNeeded();
  await visit('mail-address');
}

export async function visitDeletion(page: Page, _person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/403 POST \/api\/functions\/v1\/delete-account/);
  await page.goto('/profile');
  await page.getByText('Danger Zone').click();
  await page.getByRole('button', { name: 'Delete Account' }).scrollIntoViewIfNeeded();
  await visit('danger-zone');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const refusal = { code: 'password_needed', title: 'Enter your password to continue.' };
  await page.route('/api/functions/v1/delete-account', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(refusal),
    }),
  );
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByLabel('Your password').waitFor();
  await visit('delete-account-password');
}
