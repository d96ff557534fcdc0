// A browser that blocks cookies. Signing in cannot work there, and the page says so.
import { chromium, type BrowserContext } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserOptions } from './support/browser-options.ts';
import { newAccount, Person } from './support/person.ts';
import { fillSignUp, signInOnScreen } from './support/screen.ts';
import { expect, test as base } from './support/test.ts';

const blocked = 2;

/** Chromium with all cookies blocked in its settings, which also blocks storage. */
const test = base.extend<{ strict: BrowserContext }>({
  strict: async ({ logbook, noise }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'logbook-cookies-'));
    const preferences = { profile: { default_content_setting_values: { cookies: blocked } } };
    mkdirSync(join(folder, 'Default'));
    writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
    const { launchOptions, locale, timezoneId, viewport } = browserOptions;
    const context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
      ...(viewport && { viewport }),
      baseURL: logbook.url,
      serviceWorkers: 'block',
    });
    noise.listenTo(context);
    noise.allow(/console: /, /401 (GET|POST) \/api\/auth\/(user|refresh)/);
    await use(context);
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

test('a sign-in with blocked cookies shows why it failed, and stays on the form', async ({
  strict,
  openContext,
  logbook,
}) => {
  const person = new Person(await openContext(), logbook.url);
  await person.signUp();
  const page = await strict.newPage();
  await page.goto('/auth');
  await signInOnScreen(page, person.account);
  const alert = page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' });
  await expect(alert).toContainText(`Allow cookies for ${new URL(logbook.url).host}`);
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Welcome back!')).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue(person.account.email);
});

test('a sign-up with blocked cookies creates no account', async ({ strict, openContext, logbook }) => {
  const account = newAccount();
  const page = await strict.newPage();
  await page.goto('/auth?mode=signup');
  await fillSignUp(page, account);
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' })).toBeVisible();
  await expect(page.getByText('Account created!')).toHaveCount(0);
  const otherBrowser = new Person(await openContext(), logbook.url, account);
  await otherBrowser.signUp();
});

test('a guest whose browser blocks all storage is not advised to sign up', async ({ strict }) => {
  const page = await strict.newPage();
  await page.goto('/');
  await expect(
    page.getByRole('heading', { name: 'This browser blocks storage for this site' }),
  ).toBeVisible();
  await expect(page.getByText('neither a guest logbook nor an account can work')).toBeVisible();
  await expect(page.getByRole('main').locator('a[href^="/auth"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'blocks storage' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a browser that silently drops cookies shows the error after signing in', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 (GET|POST) \/api\/auth\/(user|refresh)/);
  await person.context.clearCookies();
  await page.route('**/api/auth/sign-in', async (route) => {
    const response = await route.fetch();
    await person.context.clearCookies();
    const { 'set-cookie': _dropped, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, body: await response.text() });
  });
  await page.route('**/api/auth/user', async (route) => {
    await person.context.clearCookies();
    await route.continue({ headers: { ...route.request().headers(), cookie: '' } });
  });
  await page.goto('/auth');
  await signInOnScreen(page, person.account);
  await expect(page.getByRole('alert').filter({ hasText: 'Your browser blocks cookies' })).toBeVisible();
  await expect(page.getByText('Welcome back!')).toHaveCount(0);
});
