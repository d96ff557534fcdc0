// Passkeys with Chromium's virtual authenticator: added in the settings, used to sign in, and what follows from having one.
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { codeOf } from '#tests/support/authenticator-apps.ts';
import { addAuthenticator, signOut } from './support/authenticator.ts';
import { newAccount, Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** Adds a passkey in the settings, and returns the recovery codes that come with the first one. */
async function addPasskey(page: Page, name: string): Promise<string[]> {
  await page.goto('/profile#sign-in');
  await section(page).getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const row = section(page).getByRole('listitem').filter({ hasText: name });
  await expect(codes.or(row).first()).toBeVisible();
  return (await codes.isVisible())
    ? codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents()
    : [];
}

test('a passkey is added, signs in by its button, and is removed after a question', async ({
  openContext,
  logbook,
}) => {
  const context = await openContext();
  const person = new Person(context, logbook.url, newAccount());
  await person.signUp();
  const page = await context.newPage();
  const authenticator = await addAuthenticator(page);

  const codes = await addPasskey(page, 'Kitchen laptop');
  expect(new Set(codes).size).toBe(10);
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const file = await (await downloading).path();
  for (const code of codes) expect(readFileSync(file, 'utf8')).toContain(code);
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  const row = section(page).getByRole('listitem');
  await expect(row).toContainText('Kitchen laptop');
  await expect(row).toContainText('Never used');
  await expect(section(page)).toContainText('10 codes left');
  expect(await authenticator.count()).toBe(1);

  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/$/);
  await expect(page.getByText('Welcome back!')).toBeVisible();
  await page.goto('/profile#sign-in');
  await expect(row).toContainText('Last used');

  await section(page).getByRole('button', { name: 'Rename Kitchen laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Office laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Office laptop');
  await section(page).getByRole('button', { name: 'Remove Office laptop' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Office laptop?' });
  await expect(question).toContainText('It is your last passkey');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
  await expect(section(page).getByRole('button', { name: 'Add a passkey' })).toBeFocused();
});

test('a passkey signs in from the suggestions of the address field', async ({ openContext, logbook }) => {
  const context = await openContext();
  await new Person(context, logbook.url, newAccount()).signUp();
  const page = await context.newPage();
  await addAuthenticator(page);
  await addPasskey(page, 'Phone');
  // The virtual authenticator chooses the only suggestion.
  await signOut(page);
  await page.waitForURL(/\/$/, { timeout: 15_000 });
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

/** Waits until the page has rendered what it has received. */
async function hadTime(page: Page): Promise<void> {
  for (let idle = 0; idle < 3; idle++)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

test('a challenge for the suggestions that fails shows nothing', async ({ page, noise }) => {
  noise.allow(/failed POST \/api\/auth\/passkey-challenge/);
  await page.route('**/api/auth/passkey-challenge', (route) => route.abort('connectionfailed'));
  const failing = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('passkey-challenge'),
  );
  await page.goto('/auth');
  await failing;
  await hadTime(page);
  const message = page.locator('.toast-host').getByRole('alert');
  expect(await message.count()).toBe(0);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(message).toContainText('No connection to the server.');
});

test('leaving the sign-in page while the suggestions are prepared shows no error', async ({
  page,
  noise,
}) => {
  const left = Promise.withResolvers<void>();
  await page.route('**/api/auth/passkey-challenge', async (route) => {
    await left.promise;
    await route.continue();
  });
  await page.route('**/guide', async (route) => {
    const handled = page.waitForEvent('console', (message) => message.text() === 'handled');
    left.resolve();
    await handled;
    await route.continue();
  });
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('.toast-host [role=alert]')) console.error('an error was shown');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    const send = globalThis.fetch;
    globalThis.fetch = async (...request) => {
      const response = await send(...request);
      // Enough for what the page makes of it.
      if (response.url.includes('passkey-challenge')) setTimeout(() => console.log('handled'), 500);
      return response;
    };
  });
  const asking = page.waitForRequest('**/api/auth/passkey-challenge');
  await page.goto('/auth');
  await asking;
  await page.getByRole('link', { name: 'Guide' }).click();
  await page.waitForURL('**/guide');
  expect(noise.problems).toEqual([]);
});

test('with a passkey, the password alone opens nothing: the form asks for a recovery code', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/401 POST \/api\/auth\/sign-in/);
  const context = await openContext();
  const { account } = await signedUp(new Person(context, logbook.url, newAccount()));
  const page = await context.newPage();
  const authenticator = await addAuthenticator(page);
  const codes = await addPasskey(page, 'Phone');
  await authenticator.remove();
  await signOut(page);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(
    /Use your passkey, or enter a code from your authenticator app/,
  );
  await code.fill('not a code');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(code).toHaveAccessibleDescription(/That code is incorrect, or it was already used\./);
  await code.fill(codes[0]!.toUpperCase());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/$/);
  await page.goto('/profile#sign-in');
  await expect(section(page)).toContainText('9 codes left');
});

test('a sign-in with a passkey that is not there, or not of this account, is refused with a sentence', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/401 POST \/api\/auth\/passkey/, /500 POST \/api\/auth\/passkey-challenge/);
  const context = await openContext();
  await signedUp(new Person(context, logbook.url, newAccount()));
  const page = await context.newPage();
  const authenticator = await addAuthenticator(page);
  await addPasskey(page, 'Phone');
  await page.getByRole('dialog').getByRole('button', { name: 'I have stored them' }).click();
  await section(page).getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
  await signOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
  // It names no password: there are instances and accounts without one.
  await expect(page.getByText('Please try again, or use another way.')).toBeVisible();
  await authenticator.recognize(false);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await page.route('**/api/auth/passkey-challenge', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(
    page.getByText('The passkey could not be used. Please try again, or sign in another way.'),
  ).toBeVisible();
});

test('a change after an old sign-in waits for a confirmation: with the passkey, or with password and code', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(/403 POST \/api\/recovery_codes/, /401 POST \/api\/auth\/confirm/);
  const context = await openContext();
  const { account } = await signedUp(new Person(context, logbook.url, newAccount()));
  const page = await context.newPage();
  await addAuthenticator(page);
  const [code] = await addPasskey(page, 'Phone');
  await page.getByRole('dialog').getByRole('button', { name: 'I have stored them' }).click();
  /** Asks for new codes, which the server refuses once. */
  async function renew() {
    await page.route('**/api/recovery_codes', oldSignIn, { times: 1 });
    await section(page).getByRole('button', { name: 'Make new codes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click();
    return page.getByRole('dialog', { name: 'Confirm that it is you' });
  }
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });

  const question = await renew();
  await question.getByLabel('Password').fill(account.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByLabel('Code')).toBeFocused();
  await question.getByLabel('Code').fill(code!);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await codes.getByRole('button', { name: 'I have stored them' }).click();

  await (await renew()).getByRole('button', { name: 'Use a passkey' }).click();
  await codes.getByRole('button', { name: 'I have stored them' }).click();

  await (await renew()).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Please confirm that it is you.')).toBeVisible();
});

test('an authenticator app is set up, asked for once on a remembered browser, and removed', async ({
  openContext,
  logbook,
  noise,
}) => {
  noise.allow(
    ...[/401 POST \/api\/auth\/(sign-in|confirm)/, /400 POST \/api\/authenticator_app/],
    /403 DELETE \/api\/authenticator_app/,
  );
  const context = await openContext();
  const { account } = await signedUp(new Person(context, logbook.url, newAccount()));
  const page = await context.newPage();
  await page.goto('/profile#sign-in');
  await section(page).getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await dialog.locator('code').textContent())!.replaceAll(' ', '');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 5));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
    /That code is incorrect\./,
  );
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  await expect(section(page)).toContainText('you are asked for a code that the app shows');

  async function signIn() {
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await signOut(page);
  await signIn();
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByLabel('Do not ask again on this device for 30 days').check();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/\/$/);
  await signOut(page);
  await signIn();
  await page.waitForURL(/\/$/);

  await page.goto('/profile#sign-in');
  const remembered = section(page).getByRole('list', { name: 'Remembered browsers' });
  await remembered.getByRole('button', { name: /^Forget / }).click();
  await expect(remembered).toHaveCount(0);
  await section(page).getByRole('button', { name: 'Remove the authenticator app' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
  await expect(question).toContainText('It is your only second factor');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  // A remembered browser is spared the code at sign-in only.
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirmation.getByLabel('Password').fill(account.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await confirmation.getByLabel('Code').fill(codeOf(secret, 1));
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(section(page).getByRole('button', { name: 'Set up an authenticator app' })).toBeFocused();
  await expect(section(page)).not.toContainText('Recovery codes');
});

/** The server's response when the sign-in is older than an hour. */
const oldSignIn = (route: Route) =>
  route.fulfill({
    status: 403,
    contentType: 'application/problem+json',
    body: JSON.stringify({ code: 'confirmation_needed', title: 'Please confirm that it is you.' }),
  });

async function signedUp(person: Person): Promise<Person> {
  await person.signUp();
  return person;
}
