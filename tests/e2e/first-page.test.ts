// The prerendered page and how the app takes it over: no input is lost and nothing moves.
import type { Page } from '@playwright/test';
import { newAccount, Person } from './support/person.ts';
import {
  entry,
  openTimeline,
  pageAnswers,
  proofChip,
  save,
  setReaderCookie,
  write,
} from './support/screen.ts';
import { invite, invitationsPanel } from './support/teams.ts';
import { expect, test } from './support/test.ts';

/** Sums up the layout shifts from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries())
        shifts.sum += (shift as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum);
}

/** Delays the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a signed-in user can read entries without JavaScript', async ({ person, openContext, noise }) => {
  noise.allow(/^failed GET \/assets\/.*: csp$/);
  await person.addCheckIn('Read without a script', { emoji: '🎯' });
  await person.addCheckIn('An older one', { created_at: '2024-05-05T10:00:00Z' });
  const storageState = await person.context.storageState();
  const context = await openContext({ javaScriptEnabled: false, storageState });
  const page = await context.newPage();
  await page.goto('/');
  await expect(entry(page, 'Read without a script')).toBeVisible();
  await expect(page.getByRole('heading', { name: "Ada Example's Logbook" })).toBeVisible();
  await expect(page.getByText('May 2024')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(proofChip(page, 'Resume')).toBeVisible();
  await page.goto('/?tab=goals');
  await expect(page.getByRole('tab', { name: 'GOALS' })).toHaveAttribute('aria-selected', 'true');
});

for (const [name, path] of [
  ['the dashboard', '/'],
  ['the sign-in page', '/auth'],
] as const) {
  test(`nothing moves while ${name} loads`, async ({ page, person, openContext, logbook }) => {
    for (let number = 0; number < 12; number += 1)
      await person.addCheckIn(`Entry ${number} with enough words that it takes more than a single line here`);
    if (path === '/auth') await person.context.clearCookies({ name: /access|refresh/ });
    const shiftSum = await watchShifts(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('.toast-host')).toBeAttached();
    expect(await shiftSum()).toBeLessThan(0.01);
    if (path !== '/') return;

    const colleague = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
    await colleague.signUp();
    await invite(colleague, person.account.email, 'manager');
    const request = invitationsPanel(page).getByText('Bo Example wants you to be their manager');
    const counted = proofChip(page, 'Invitations').getByText('1');
    await counted.waitFor();
    await page.reload();
    await counted.waitFor();
    expect(await shiftSum(), 'on a phone').toBeLessThan(0.01);

    // The height of the invitations panel is known from the previous visit.
    await page.setViewportSize({ width: 1280, height: 800 });
    await request.waitFor();
    await page.reload();
    await request.waitFor();
    expect(await shiftSum(), 'on a desktop').toBeLessThan(0.01);
  });
}

for (const width of [320, 390, 1280]) {
  test(`nothing moves in a window of ${width} px when the font arrives`, async ({
    page,
    person,
    openContext,
    logbook,
  }) => {
    await person.subscribe();
    await person.addCheckIn('An entry with enough words that it takes more than a single line here');
    const colleague = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
    await colleague.signUp();
    await invite(colleague, person.account.email, 'manager');
    const shiftSum = await watchShifts(page);
    await page.setViewportSize({ width, height: width === 320 ? 640 : 844 });
    // Requests with a route are not cached, so the font is late on every page.
    await page.route('**/*.woff2', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    const expectStill = async (address: string) => {
      await page.goto(address);
      await page.evaluate(() => document.fonts.ready);
      await expect(page.locator('.toast-host')).toBeAttached();
      expect.soft(await shiftSum(), address).toBeLessThan(0.01);
    };
    await expectStill('/');
    await person.context.clearCookies({ name: /access|refresh/ });
    for (const address of ['/auth?view=forgot', '/import?format=csv']) await expectStill(address);
  });
}

test('the chips of the narrowest phones stay in one row with longer labels', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await page.setViewportSize({ width: 320, height: 640 });
  await openTimeline(page);
  const chips = page.getByRole('group', { name: 'Invitations, vouches and resume' });
  const before = await chips.boundingBox();
  // Longer by 40 %, as in the pseudo-locale.
  const areCut = await chips.getByRole('button').evaluateAll((buttons) => {
    const labels = buttons.map((button) => button.firstElementChild!);
    for (const label of labels) label.textContent += ' lang';
    return labels.map((label) => label.scrollHeight > label.clientHeight);
  });
  expect(areCut).toEqual([false, false, false]);
  expect(await chips.boundingBox()).toEqual(before);
});

test('the form for a forgotten password is in the document, and keeps what was typed before the scripts load', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/auth?view=forgot', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('early@example.org');
  releaseScripts();
  await expect(page.locator('.toast-host')).toBeAttached();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.org');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('early@example.org');
});

test("a document prerendered for another time zone ends up with the months of the browser's zone", async ({
  page,
  person,
  logbook,
}) => {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1, 2)).toISOString();
  await person.addCheckIn('At the turn of the month', { created_at: first });
  await setReaderCookie(person.context, logbook.url, 'Pacific/Pago_Pago');
  await openTimeline(page);
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const section = page.getByRole('region', { name: month.format(new Date(first)) });
  await expect(entry(page, 'At the turn of the month')).toBeVisible();
  await expect(section.getByRole('article')).toHaveCount(1);
});

test('a form filled in and submitted before the scripts load is submitted once they do', async ({
  page,
  person,
  logbook,
}) => {
  await person.context.clearCookies({ name: /access|refresh/ });
  const releaseScripts = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(person.account.email);
  await page.getByLabel('Password', { exact: true }).fill(person.account.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  expect(page.url()).toBe(`${logbook.url}/auth`);
  releaseScripts();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('the address typed before the scripts load is carried over to the form of another link', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('link', { name: 'Create an account' }).click();
  releaseScripts();
  await expect(page.getByLabel('Full name')).toBeVisible();
  await expect(page).toHaveURL(/mode=signup/);
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
});

test('a password shown before the scripts load stays shown', async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Show password').check();
  releaseScripts();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Show password')).toBeChecked();
});

test('a button clicked before the scripts load opens its dialog once they do', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  releaseScripts();
  await expect(page.getByRole('dialog', { name: 'Add Check-in' })).toBeVisible();
});

test('a menu opened before the scripts load opens once they do', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Generate' }).first().click();
  releaseScripts();
  await expect(page.getByRole('menuitem', { name: 'Week in Review' })).toBeVisible();
});

for (const path of ['/', '/?tag=ops'])
  test(`Enter in the search of ${path} before the scripts load keeps the text and the address`, async ({
    page,
    person,
  }) => {
    await person.addCheckIn('Alpha #ops');
    await person.addCheckIn('Beta #ops');
    await expectKeptSearch(page, path);
    await expect(entry(page, 'Alpha')).toBeVisible();
    await expect(entry(page, 'Beta')).toHaveCount(0);
    expect(new URL(page.url()).searchParams.get('tag')).toBe(path === '/' ? null : 'ops');
  });

test("Enter in a guest's search before the scripts load keeps the text", async ({ guest }) => {
  await write(guest, { content: 'Alpha' }).then(save);
  await entry(guest, 'Alpha').waitFor();
  await expectKeptSearch(guest, '/');
});

/** Searches for `Alpha` before the scripts load. */
async function expectKeptSearch(page: Page, path: string): Promise<void> {
  const releaseScripts = await holdScripts(page);
  let documents = 0;
  page.on('request', (request) => (documents += Number(request.isNavigationRequest())));
  await page.goto(path, { waitUntil: 'commit' });
  const field = page.getByRole('searchbox');
  await field.fill('Alpha');
  await field.press('Enter');
  releaseScripts();
  await pageAnswers(page);
  await expect(page).toHaveURL(/[?&]q=Alpha/);
  await expect(field).toHaveValue('Alpha');
  expect(documents).toBe(1);
}

test('of several buttons clicked before the scripts load, the last click counts', async ({
  page,
  person: _person,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  for (const name of ['Resume', 'Vouches', 'Resume'] as const) await proofChip(page, name).click();
  releaseScripts();
  await pageAnswers(page);
  await expect(proofChip(page, 'Resume')).toHaveAttribute('aria-expanded', 'true');
  await expect(proofChip(page, 'Vouches')).toHaveAttribute('aria-expanded', 'false');
});

test('a button clicked twice before the scripts load opens what it toggles', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  const releaseScripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.dblclick();
  releaseScripts();
  await pageAnswers(page);
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
});

test('the theme menu of a page that does not exist opens when it is clicked before the scripts load', async ({
  page,
  noise,
}) => {
  noise.allow(/404 GET \/no\/such\/page/);
  const releaseScripts = await holdScripts(page);
  await page.goto('/no/such/page', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^Theme/ }).click();
  releaseScripts();
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeVisible();
  await pageAnswers(page);
});

for (const [file, failure] of [
  ['react', 'is unreachable'],
  ['shared', 'no longer exists'],
] as const)
  test(`a page whose script ${failure} says so, keeps its input, and offers to reload`, async ({
    page,
    noise,
  }) => {
    noise.allow(/(failed|404) GET \/assets\//);
    const scripts = `**/assets/${file}-*.js`;
    await page.route(scripts, (route) =>
      failure === 'is unreachable' ? route.abort('connectionreset') : route.fulfill({ status: 404 }),
    );
    await page.goto('/auth', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('ada@example.com');
    const message = page.getByRole('alert');
    await expect(message).toContainText('This page did not load completely');
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await expect(message.getByRole('button')).toHaveCount(1);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(/mode=signup/);
    await message.waitFor();
    await page.unroute(scripts);
    await message.getByRole('button', { name: 'Reload the page' }).click();
    await pageAnswers(page);
    await expect(message).toHaveCount(0);
    await expect(page).toHaveURL(/mode=signup/);
  });

test('the back button after signing out does not show the logbook', async ({ page, person }) => {
  await person.addCheckIn('Only for Ada');
  await openTimeline(page);
  await page.getByRole('banner').getByRole('link', { name: 'Ada settings' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/auth');
  await page.goBack();
  await page.waitForURL((url) => url.pathname !== '/profile');
  await expect(page.getByText('Only for Ada')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('Only for Ada')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Only for Ada')).toHaveCount(0);
});

test('markup in an entry cannot inject a script into the document', async ({ page, person }) => {
  const attack =
    '</script><script>document.title="broken in"</script><!--<script> "><img src=x onerror="document.title=1">';
  await person.addCheckIn(attack);
  await openTimeline(page);
  await expect(entry(page, attack)).toBeVisible();
  await expect(page).toHaveTitle('Logbook');
});
