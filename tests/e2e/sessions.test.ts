// Signing in and up when it does not work at once, and sessions that end elsewhere.
import { newAccount, Person } from './support/person.ts';
import { entry, signInOnScreen, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a wrong password keeps what was typed; the right one signs in', async ({ page, person, noise }) => {
  noise.allow(/401 POST \/api\/auth\/sign-in/);
  await person.context.clearCookies();
  await page.goto('/auth');
  await signInOnScreen(page, { ...person.account, password: 'not the right one' });
  await expect(page.getByText('The e-mail or the password is not right.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue(person.account.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the right one');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await signInOnScreen(page, person.account);
  await expect(page.getByText('Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a second account with the same address is refused in exactly these words', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/409 POST \/api\/auth\/sign-up/);
  await person.context.clearCookies();
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Full name').fill('Someone Else');
  await page.getByLabel('E-mail').fill(person.account.email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('another long passphrase');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText('An account with this email already exists. Please sign in instead.', { exact: true }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect(page.getByLabel('E-mail'), 'the address need not be typed again').toHaveValue(
    person.account.email.toUpperCase(),
  );
});

test('passwords that are too short or too common are told beside the field', async ({ page, noise }) => {
  noise.allow(/400 POST \/api\/auth\/sign-up/);
  const account = newAccount();
  await page.goto('/auth?mode=signup');
  await page.getByLabel('Full name').fill(account.fullName);
  await page.getByLabel('E-mail').fill(account.email);
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

test('signing out in one window ends the others; signing in leads back to the place', async ({
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
  await expect(page.getByText('Signed out in another window')).toBeVisible();
  await signInOnScreen(page, person.account);
  await expect(page).toHaveURL('/?tab=timeline');
  await expect(page.getByText('Draft kept'), 'what was being written is still there').toBeVisible();
});

test('a session that ended on the server leads to the sign-in page; what was saved waits for its owner', async ({
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

test('a page that needs a session leads to /auth and, after it, back', async ({
  page,
  person,
  openContext,
  logbook,
}) => {
  const fresh = new Person(await openContext(), logbook.url, person.account);
  const window = await fresh.context.newPage();
  await window.goto('/profile');
  await expect(window).toHaveURL('/auth');
  await signInOnScreen(window, person.account);
  await expect(window).toHaveURL('/profile');
  await expect(window.getByText(person.account.email)).toBeVisible();
  await page.close();
});
