// Refused sign-ins and sign-ups, and sessions that end in another window or on the server.
import { newAccount, Person } from './support/person.ts';
import { entry, signInOnScreen, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a wrong password is refused and the input stays, and the right password signs in', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 POST \/api\/auth\/sign-in/);
  await person.context.clearCookies();
  await page.goto('/auth');
  await signInOnScreen(page, { ...person.account, password: 'not the right one' });
  await expect(page.getByText('The email or password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.account.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the right one');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await signInOnScreen(page, person.account);
  await expect(page.getByText('Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a sign-up with an existing address is refused with the specified text', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/409 POST \/api\/auth\/sign-up/);
  await person.context.clearCookies();
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Full name').fill('Someone Else');
  await page.getByLabel('Email').fill(person.account.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('another long passphrase');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText('An account with this email already exists. Please sign in instead.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByLabel('Email'), 'the address is filled in').toHaveValue(
    person.account.email.toUpperCase(),
  );
});

test('a password that is too short or too common shows an error at its field', async ({ page, noise }) => {
  noise.allow(/400 POST \/api\/auth\/sign-up/);
  const account = newAccount();
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('Email').fill(account.email);
  for (const [password, sentence] of [
    ['short', 'Use at least 8 characters.'],
    ['password123', 'Too many people use this password. Please choose another one.'],
  ] as const) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(sentence);
  }
  await expect(page.getByLabel('Full name')).toHaveValue(account.fullName);
});

test('a sign-out in one window signs the others out, and signing in again restores the page and the draft', async ({
  page,
  person,
}) => {
  await person.addCheckIn('An entry');
  await page.goto('/?tab=timeline');
  await entry(page, 'An entry').waitFor();
  await write(page, { content: 'Half written' });
  const other = await person.context.newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByText('Logged out.')).toBeVisible();

  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Signed out in another tab')).toBeVisible();
  await signInOnScreen(page, person.account);
  await expect(page).toHaveURL('/?tab=timeline');
  await expect(page.getByText('Draft kept'), 'the draft is kept').toBeVisible();
});

test('an entry saved after the session ended leads to sign-in, and is sent afterwards', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 (GET|POST) \/api\//, /console: /);
  await person.addCheckIn('An entry');
  await page.goto('/?tab=timeline');
  await entry(page, 'An entry').waitFor();
  const dialog = await write(page, { content: 'Written while the session ended' });
  await person.post('/api/auth/sign-out', {});
  await dialog.getByRole('button', { name: 'Save Check-in' }).click();
  await expect(page).toHaveURL('/auth');
  await signInOnScreen(page, person.account);
  await expect(page).toHaveURL('/?tab=timeline');
  await expect(entry(page, 'Written while the session ended')).toHaveCount(1);
  await expect(page.getByRole('article', { name: 'Waiting for a connection' })).toHaveCount(0);
});

test('a page that needs a session redirects to /auth, and back after sign-in', async ({
  page,
  person,
  openContext,
  logbook,
}) => {
  const signedOut = new Person(await openContext(), logbook.url, person.account);
  const window = await signedOut.context.newPage();
  await window.goto('/profile');
  await expect(window).toHaveURL('/auth');
  await signInOnScreen(window, person.account);
  await expect(window).toHaveURL('/profile');
  await expect(window.getByText(person.account.email)).toBeVisible();
  await page.close();
});
