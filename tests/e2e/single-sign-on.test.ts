// Signing in with a real provider: the account, its settings, a confirmation, a logout there, and a provider that is away.
import type { Page } from '@playwright/test';
import { startStaffProvider } from '../support/staff-provider.ts';
import { addAuthenticator, signOut } from './support/authenticator.ts';
import { LogbookProcess } from './support/logbook-process.ts';
import { pageAnswers } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

const test = base.extend<object, { logbook: LogbookProcess }>({
  logbook: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names out of the pattern
    async ({}, use) => {
      const logbook = await LogbookProcess.start();
      await use(logbook);
      await logbook.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Restarts the instance with a provider, and with these settings. */
async function startWithProvider(logbook: LogbookProcess, settings: Record<string, string> = {}) {
  const provider = await startStaffProvider(logbook.url);
  await logbook.stop();
  await logbook.restart({ ...provider.env, ...settings });
  return provider;
}

/** On the pages of the provider. */
async function signInThere(page: Page, login: string) {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}

test('an account of a provider is created, opened, confirmed and ended from there', async ({
  page,
  logbook,
  noise,
}) => {
  const provider = await startWithProvider(logbook);
  // The fonts of the provider's own pages are on the internet.
  noise.allow(/40[139] (DELETE|POST|GET) \/api\//, /console: /, /failed GET \/css/);

  await page.goto('/auth');
  const link = page.getByRole('link', { name: 'Continue with Example Staff' });
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await link.click();
  await signInThere(page, 'grace');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${logbook.url}/`);
  await expect(page.getByText('Account created')).toBeVisible();

  await page.goto('/profile#sign-in');
  const section = page.getByRole('region', { name: 'Sign in with Example Staff' });
  await expect(section).toContainText('Connected as grace@staff.example');
  await expect(section).toContainText('Last used');
  // The account has neither a password nor a passkey, so nothing asks for one.
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText(
    'You sign in with your account at Example Staff. To set a password, use "Forgot password?" on the sign-in page.',
  );
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0);
  await page.route(
    '**/api/provider_identity/*',
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'confirmation_needed', title: 'Please confirm that it is you.' }),
      }),
    { times: 1 },
  );
  const disconnect = async () => {
    await section.getByRole('button', { name: 'Disconnect Example Staff' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  };
  await disconnect();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('button')).toHaveText(['', 'Sign in again at Example Staff', 'Cancel']);
  await expect(question.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in again at Example Staff' }).click();
  await signInThere(page, 'grace');
  await page.waitForURL(`${logbook.url}/profile#sign-in`);
  await expect(page.getByText('You can go on with your change.')).toBeVisible();
  await disconnect();
  await expect(page.getByText('This is your only way to sign in.')).toBeVisible();

  // The provider still knows the browser. The page that wanted a session is where it leads.
  await signOut(page);
  await page.goto('/profile');
  await page.waitForURL(/\/auth$/);
  await link.click();
  await page.waitForURL(`${logbook.url}/profile`);
  await expect(page.getByText('Welcome back!')).toBeVisible();

  const there = await page.context().newPage();
  await there.goto(`${provider.issuer}/session/end`);
  await there.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect.poll(async () => (await page.request.get('/api/auth/user')).status()).toBe(401);
  await there.close();

  await provider.stop();
  // For a second, a provider that has just answered is not asked again.
  const leads = () => page.request.get('/api/auth/provider', { maxRedirects: 0 });
  await expect.poll(async () => (await leads()).headers()['location']).not.toContain(provider.issuer);
  await page.goto('/auth');
  await link.click();
  await expect(page.getByText('Example Staff does not respond right now.')).toBeVisible();
  await expect(page).toHaveURL('/auth');

  // Without passwords, and led on at once: it does not go in circles while the provider is away.
  await page.goto('about:blank');
  await logbook.stop();
  await logbook.restart({ PASSWORDS: 'off', OIDC_AUTO_REDIRECT: 'on' });
  await page.goto('/auth');
  await expect(page.getByText('Example Staff does not respond right now.')).toBeVisible();
  await expect(page.getByText('This site is for people with an account at Example Staff.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto('/auth?view=sign-in');
  await expect(link).toBeVisible();

  // Links from emails lead to the ways that there are, and ask for no password.
  await page.route('**/api/auth/undo-email-change', (route) =>
    route.fulfill({ json: { email: 'grace@staff.example', recover: 'x'.repeat(43) } }),
  );
  await page.goto(`/auth?undo=${'x'.repeat(43)}`);
  await expect(page.getByText('You will sign in with the address that got the link. Passkeys')).toBeVisible();
  await page.getByRole('button', { name: 'Undo it' }).click();
  await expect(page.getByText('grace@staff.example is your sign-in address again.')).toBeVisible();
  await expect(page.getByText('If that no longer works, ask the operator.')).toBeVisible();
  await expect(link).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const said = page.getByText('This site does not use passwords.');
  await page.goto(`/auth?recover=${'x'.repeat(43)}`);
  await expect(said).toBeVisible();
  await expect(link).toBeVisible();

  // Also when it takes longer to find that the browser's session has ended.
  await page.context().addCookies([{ name: 'logbook-refresh', value: 'x'.repeat(43), url: logbook.url }]);
  const isSaid = Promise.withResolvers<void>();
  await page.route('**/api/auth/user', (route) => isSaid.promise.then(() => route.continue()));
  await page.goto(`/auth?recover=${'x'.repeat(43)}`);
  await expect(said).toBeVisible();
  const ended = page.waitForResponse('**/api/auth/refresh');
  isSaid.resolve();
  await (await ended).finished();
  await pageAnswers(page);
  await expect(said).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
});

test('without passwords, the settings do not say that one opens the account', async ({
  page,
  logbook,
  noise,
}) => {
  const provider = await startWithProvider(logbook, { PASSWORDS: 'off' });
  // The fonts of the provider's own pages are on the internet.
  noise.allow(/console: /, /failed GET \/css/);
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Continue with Example Staff' }).click();
  await signInThere(page, 'ada');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Account created')).toBeVisible();

  await addAuthenticator(page);
  await page.goto('/profile#sign-in');
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('To sign in, you need them only if this site uses passwords again.');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await expect(section).toContainText('This site does not use passwords.');
  await expect(section).not.toContainText('your password alone');
  await section.getByRole('button', { name: /^Remove / }).click();
  await expect(dialog).toContainText('your recovery codes end, too.');
  await expect(dialog).not.toContainText('password');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(section).not.toContainText('This site does not use passwords.');
  await provider.stop();
});
