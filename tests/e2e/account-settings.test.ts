// The account settings: password, sessions, email addresses and account deletion.
import { newId } from '#platform/clock/id.ts';
import { test, undoLink, verifyLink } from './support/mail-test.ts';
import { newAccount } from './support/person.ts';
import { signInOnScreen } from './support/screen.ts';
import { expect } from './support/test.ts';
import type { Page } from '@playwright/test';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByText('This browser').waitFor();
}

test('changing the password requires the current one and ends all other sessions', async ({
  page,
  person,
  signInInNewBrowser,
  noise,
}) => {
  noise.allow(/403 PATCH \/api\/auth\/user/, /401 (GET|POST) \/api\//, /console: /);
  const otherPage = await (await signInInNewBrowser()).context.newPage();
  await openSettings(otherPage);
  await openSettings(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  const fill = async (current: string, password: string, confirmation = password) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(confirmation);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('', 'a brand new passphrase');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'Enter your current password.',
  );
  await fill('something else', 'a brand new passphrase', 'another one');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await fill('something else', 'a brand new passphrase');
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    'That password is incorrect.',
  );
  await expect(page.getByLabel('Current password')).toBeFocused();
  await fill(person.account.password, 'a brand new passphrase');
  await expect(page.getByText('Password updated!')).toBeVisible();
  await expect(page.getByText('1 other session has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
  await expect(otherPage).toHaveURL('/auth');
});

test('the settings end a single session, or all other sessions', async ({
  page,
  signInInNewBrowser,
  noise,
}) => {
  noise.allow(/401 (GET|POST) \/api\//, /console: /);
  const windows: Page[] = [];
  for (let session = 0; session < 3; session++) {
    windows.push(await (await signInInNewBrowser()).context.newPage());
    await windows.at(-1)!.goto('/');
    await windows.at(-1)!.getByRole('heading', { level: 1 }).waitFor();
  }
  await windows[0]!.evaluate(() =>
    fetch('/api/api_tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'A script', scopes: ['log:read'] }),
    }),
  );
  await openSettings(page);
  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('Signed up on ');
  await expect(rows.nth(1)).toContainText('Signed in with the password on ');
  await expect(rows.filter({ hasText: '1 API token was created here and ends with it.' })).toHaveCount(1);
  await expect(rows.first()).toContainText('This browser');
  await expect(rows.first().getByRole('button')).toHaveCount(0);
  await page
    .getByRole('button', { name: /^End the session on / })
    .first()
    .click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(page.getByText('2 sessions ended')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'End all others' })).toBeHidden();
  for (const window of windows) await expect(window).toHaveURL('/auth');
});

test('an extra address is added, verified and made primary, and the old address can undo the change', async ({
  page,
  person,
  openContext,
  sink,
  noise,
}) => {
  noise.allow(/(403|409|429) (POST|DELETE) \/api\/user_emails/, /401 (GET|POST) \/api\//, /console: /);
  const { email, password } = person.account;
  const extra = newAccount().email;
  await page.goto(await verifyLink(sink, email));
  await expect(page.getByText('Email verified')).toBeVisible();

  await openSettings(page);
  await page.getByRole('button', { name: 'Manage Emails' }).click();
  const dialog = page.getByRole('dialog', { name: 'Manage Email Addresses' });
  const addresses = dialog.getByRole('list', { name: 'Your email addresses' });
  const row = (address: string) => addresses.getByRole('listitem').filter({ hasText: address });
  await expect(row(email)).toContainText('Primary');
  await expect(row(email)).toContainText('Verified');
  const removePrimary = dialog.getByRole('button', { name: `Remove ${email}` });
  await expect(removePrimary).toBeDisabled();
  await expect(removePrimary).toHaveAccessibleDescription(
    'You cannot remove your primary authentication email.',
  );

  const box = dialog.getByLabel('Another email address');
  await expect(dialog.getByRole('button', { name: 'Add email' })).toBeDisabled();
  await box.fill('nobody@');
  await dialog.getByRole('button', { name: 'Add email' }).click();
  await expect(box).toHaveAccessibleDescription('Enter an email address such as ada@example.com.');
  await box.fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Add email' }).click();
  await expect(box).toHaveAccessibleDescription('This address is already on your list.');
  await box.fill(` ${extra.toUpperCase()} `);
  await dialog.getByRole('button', { name: 'Add email' }).click();
  await expect(page.getByText('Email added')).toBeVisible();
  await expect(row(extra)).toContainText('Not verified');
  await dialog.getByRole('button', { name: `Send the link again to ${extra}` }).click();
  await expect(page.getByText('Too many tries')).toBeVisible();

  const verificationPage = await person.context.newPage();
  await verificationPage.goto(await verifyLink(sink, extra));
  await expect(verificationPage.getByText('Email verified')).toBeVisible();
  await verificationPage.close();
  // The browser dispatches this event when the user returns to a window.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await dialog.getByRole('button', { name: `Make ${extra} primary` }).click();
  const passwordField = dialog.getByLabel(/^Enter your password to make/);
  await expect(passwordField).toBeFocused();
  await passwordField.fill('something else');
  await page.keyboard.press('Enter');
  await expect(passwordField).toHaveAccessibleDescription('That password is incorrect.');
  await passwordField.fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Primary email changed')).toBeVisible();
  await expect(row(extra)).toContainText('Primary');
  await page.keyboard.press('Escape');
  await expect(page.getByText(extra, { exact: true }), 'the settings show the new address').toBeVisible();

  const owner = await (await openContext()).newPage();
  await owner.goto(await undoLink(sink, email));
  await expect(owner.getByRole('heading', { name: 'Undo this change?' })).toBeVisible();
  expect(owner.url(), 'the token has left the address bar').toMatch(/\/auth$/);
  await owner.getByRole('button', { name: 'Undo it' }).click();
  await expect(owner.getByText(`${email} is your sign-in address again.`)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await owner.reload();
  await owner.getByLabel('New password', { exact: true }).fill('a brand new passphrase');
  await owner.getByLabel('Confirm new password').fill('a brand new passphrase');
  await owner.getByRole('button', { name: 'Save new password' }).click();
  await expect(owner.getByText('Password updated!')).toBeVisible();
  await signInOnScreen(page, { ...person.account, password: 'a brand new passphrase' });
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('Manage Emails shows that an address is verified when its emailed link is opened in another tab', async ({
  page,
  person,
  context,
  sink,
}) => {
  const { email } = person.account;
  const extra = newAccount().email;
  await person.post('/api/user_emails', { id: newId(), email: extra });
  await openSettings(page);
  await page.getByRole('button', { name: 'Manage Emails' }).click();
  const addresses = page.getByRole('list', { name: 'Your email addresses' });
  const row = (address: string) => addresses.getByRole('listitem').filter({ hasText: address });
  for (const address of [email, extra]) {
    await expect(row(address)).toContainText('Not verified');
    const otherTab = await context.newPage();
    await otherTab.goto(await verifyLink(sink, address));
    await expect(otherTab.getByText('Email verified')).toBeVisible();
    await expect(row(address)).not.toContainText('Not verified');
    await otherTab.close();
  }
});

test('an extra address can be removed', async ({ page, person }) => {
  const extra = newAccount().email;
  await openSettings(page);
  expect(person.account.email).not.toBe(extra);
  await page.getByRole('button', { name: 'Manage Emails' }).click();
  await page.getByLabel('Another email address').fill(extra);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Remove ${extra}` }).click();
  await expect(page.getByText('Email removed')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your email addresses' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Manage Email Addresses' })).toBeFocused();
});

test('deleting the account asks for confirmation, and removes all sessions and drafts', async ({
  page,
  person,
  signInInNewBrowser,
  noise,
}) => {
  noise.allow(/(403|500) POST \/api\/functions\/v1\/delete-account/, /401 (GET|POST) \/api\//, /console: /);
  const otherPage = await (await signInInNewBrowser()).context.newPage();
  await openSettings(otherPage);

  await page.goto('/');
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  await page.getByLabel('What did you do?').fill('Half a thought');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft kept')).toBeVisible();
  await openSettings(page);
  await expect(page.getByRole('button', { name: 'Delete Account' })).toBeHidden();
  await page.getByText('Danger Zone').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you absolutely sure?' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Timeline entries and check-ins',
    'Profile information and settings',
    'Subscription or billing history',
    'Access to features and data',
  ]);
  await expect(
    dialog.getByRole('button', { name: 'Cancel' }),
    'the safe choice has focus first',
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const path = '/api/functions/v1/delete-account';
  const problem = (status: number, code: string) => (url: string) =>
    page.route(
      url,
      (route) =>
        route.fulfill({
          status,
          contentType: 'application/problem+json',
          body: JSON.stringify({ code, title: 'Enter your password to continue.' }),
        }),
      { times: 1 },
    );
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await problem(500, 'unknown')(path);
  await confirm.click();
  await expect(page.getByText('Failed to delete account. Please try again.')).toBeVisible();
  // The server's response when the sign-in is older than an hour.
  await problem(403, 'password_needed')(path);
  await confirm.click();
  const passwordField = dialog.getByLabel('Your password');
  await expect(passwordField).toBeFocused();
  await passwordField.fill(person.account.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Account deleted')).toBeVisible();
  await expect(page.getByText('Your account and all data have been permanently deleted.')).toBeVisible();
  const keys = await page.evaluate(() => Object.keys(localStorage).join());
  expect(keys, 'no draft is left in this browser').not.toContain('draft');
  await expect(otherPage).toHaveURL('/auth');
  await signInOnScreen(page, person.account);
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible();
});
