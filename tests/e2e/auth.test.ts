// All of /auth in a browser: its forms, the links between them, and setting a new password by an emailed link (R-A11).
import type { Page } from '@playwright/test';
import { recoveryLink, test, verifyLink } from './support/mail-test.ts';
import { newAccount, Person } from './support/person.ts';
import { signInOnScreen } from './support/screen.ts';
import { expect } from './support/test.ts';

async function requestLink(page: Page, email: string): Promise<void> {
  await page.goto('/auth?view=forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Reset email sent!')).toBeVisible();
}

async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(confirmation);
  await page.getByRole('button', { name: 'Save new password' }).click();
}

test('links switch between the sign-in forms, and the entered address stays', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expect(page).toHaveURL('/auth?mode=signup');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expect(page).toHaveTitle(/^Reset password/);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page).toHaveURL('/auth');

  await page.goto('/auth?mode=manager');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('Manager Access for the team')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Manager Sign In' })).toBeVisible();
});

test('the form for a new password that could not be loaded keeps the way back and the address, and loads when it can', async ({
  page,
  noise,
}) => {
  noise.allow(/ERR_FAILED/);
  await page.route('**/assets/forgot-form-*.js', (route) => route.abort());
  await page.goto('/auth');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter');
  await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
  await page.getByRole('link', { name: 'Back to sign in' }).press('Enter');
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).press('Enter');
  await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor();
  await page.unroute('**/assets/forgot-form-*.js');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('password managers recognize every field by its name and autocomplete', async ({
  page,
  openContext,
  logbook,
  sink,
}) => {
  const names = () =>
    page
      .locator('form input:not([type=checkbox])')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('name')}: ${input.getAttribute('autocomplete')}`),
      );
  const expectNames = async (address: string, expected: string[]) => {
    await page.goto(address);
    await expect.poll(names).toEqual(expected);
  };
  await expectNames('/auth', ['email: username webauthn', 'password: current-password']);
  await expectNames('/auth?mode=signup', ['full_name: name', 'email: email', 'password: new-password']);
  await expectNames('/auth?view=forgot', ['email: username']);
  const owner = newAccount();
  await new Person(await openContext(), logbook.url, owner).signUp();
  await requestLink(page, owner.email);
  // The username field appears once the server has checked the link.
  await expectNames(await recoveryLink(sink, owner.email), [
    'username: username',
    'password: new-password',
    'confirmation: new-password',
  ]);
  await expect(page.locator('input[name=username]')).toHaveValue(owner.email);
  await expect(page.locator('input[name=username]')).toBeHidden();
});

test('an emailed link sets a new password in any browser and ends all other sessions', async ({
  page,
  openContext,
  logbook,
  sink,
  noise,
}) => {
  noise.allow(/401 (GET|POST) \/api\/(auth|shoutouts)\//, /400 POST \/api\/auth\/recover\//, /console: /);
  const owner = newAccount('Grace Example');
  const first = new Person(await openContext(), logbook.url, owner);
  await first.signUp();
  const otherPage = await first.context.newPage();
  await otherPage.goto(await verifyLink(sink, owner.email));
  await expect(otherPage.getByText('Email verified')).toBeVisible();
  await otherPage.getByRole('heading', { name: "Grace Example's Logbook" }).waitFor();

  await new Person(page.context(), logbook.url, newAccount('Bob Example')).signUp();
  await requestLink(await (await openContext()).newPage(), owner.email);
  const link = await recoveryLink(sink, owner.email);

  // Bob is signed in here. The link takes precedence over his session.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page, 'the token has left the address bar').toHaveURL('/auth');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();

  await fillNewPassword(page, 'a brand new passphrase', 'another one');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(page.getByLabel('Confirm new password')).toBeFocused();
  await fillNewPassword(page, 'short');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    'Use at least 8 characters.',
  );
  await fillNewPassword(page, 'password1');
  await expect(page.getByText('Too many people use this password.')).toBeVisible();
  await fillNewPassword(page, 'a brand new passphrase');
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Password updated!')).toBeVisible();
  await expect(page.getByRole('heading', { name: "Grace Example's Logbook" })).toBeVisible();

  await expect(otherPage).toHaveURL('/auth');
  await signInOnScreen(otherPage, owner);
  await expect(otherPage.getByText('The email or password is incorrect.')).toBeVisible();
  await signInOnScreen(otherPage, { ...owner, password: 'a brand new passphrase' });
  await expect(otherPage.getByText('Welcome back!')).toBeVisible();
});

test('a recovery link that was used leads to the form for a new one', async ({
  page,
  openContext,
  logbook,
  sink,
  noise,
}) => {
  noise.allow(/400 POST \/api\/auth\/recover\/check/);
  const owner = newAccount();
  await new Person(await openContext(), logbook.url, owner).signUp();
  await requestLink(page, owner.email);
  const link = await recoveryLink(sink, owner.email);
  const data = { token: new URL(link).searchParams.get('recover'), password: 'a brand new passphrase' };
  const completed = await (await openContext()).request.post('/api/auth/recover/complete', { data });
  expect(completed.ok()).toBe(true);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link does not work.' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
});

test('the owner of an address that someone else signed up with reads what was removed, until they go on', async ({
  page,
  openContext,
  logbook,
  sink,
}) => {
  const owner = newAccount('Someone Else');
  await new Person(await openContext(), logbook.url, owner).signUp();
  await requestLink(page, owner.email);
  await page.goto(await recoveryLink(sink, owner.email));
  await fillNewPassword(page, 'a brand new passphrase');
  await expect(page.getByRole('heading', { name: 'Your account was cleaned up' })).toBeVisible();
  await expect(page.getByText('Password updated!')).toBeVisible();
  await expect(page.getByText('Entries and goals are still there.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to my logbook' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Your Logbook' })).toBeVisible();
});

test('a newer recovery email invalidates the link in an older one', async ({
  page,
  openContext,
  logbook,
  sink,
  noise,
}) => {
  noise.allow(/400 POST \/api\/auth\/recover\/check/);
  const owner = newAccount();
  await new Person(await openContext(), logbook.url, owner).signUp();
  await requestLink(page, owner.email);
  const older = await recoveryLink(sink, owner.email);
  await requestLink(page, owner.email);
  await recoveryLink(sink, owner.email, 2);
  await page.goto(older);
  await expect(page.getByRole('heading', { name: 'A newer email has replaced this link.' })).toBeVisible();
});

test('an unknown address gets the same response as a known one, an invalid address an error at its field', async ({
  page,
}) => {
  await requestLink(page, newAccount().email);
  await expect(page.getByText(/has an account here, a link is on its way/)).toBeVisible();
  const email = page.getByLabel('Email');
  await email.fill('nobody@');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(email).toHaveAccessibleDescription('Enter an email address such as ada@example.com.');
  await expect(email).toBeFocused();
  await email.fill('');
  await page.keyboard.press('Enter');
  await expect(email).toHaveAccessibleDescription('Enter your email address.');
});

test('the fourth recovery email within an hour is refused with the time to wait', async ({
  page,
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/429 POST \/api\/auth\/recover/);
  const owner = newAccount();
  await new Person(await openContext(), logbook.url, owner).signUp();
  for (let email = 1; email <= 3; email++) await requestLink(page, owner.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Too many tries')).toBeVisible();
  await expect(page.getByText(/^Try again in \d+ minutes\.$/)).toBeVisible();
});

test('leaving a recovery link before the slow server has checked it leads back to sign-in', async ({
  page,
}) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/api/auth/recover/check', async (route) => {
    await released.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/auth?recover=token');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  released.resolve();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});
