// The guide and the privacy policy as their readers use them. What they contain is tested in
// src/features/guide/server/routes.test.ts and src/features/legal/server/routes.test.ts.
import { pageAnswers } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a reader goes from the guide through an article to the privacy policy and back, and prints only the text', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/guide');
  await page.evaluate(() => document.fonts.ready);
  expect(requested.filter((path) => !/^\/guide$|\.(woff2|svg)$/.test(path))).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.getByRole('link', { name: 'Proof of work' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Proof of work');

  const heading = page.locator('.prose h2').nth(1);
  const anchor = heading.getByRole('link');
  const opacity = () => anchor.evaluate((link) => getComputedStyle(link, '::after').opacity);
  expect(await opacity()).toBe('0');
  await anchor.click();
  await expect(heading).toBeInViewport();
  expect(new URL(page.url()).hash).toBe(`#${await heading.getAttribute('id')}`);
  await expect.poll(opacity).toBe('1');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  const article = page.url();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(article);
  await page.getByRole('navigation', { name: 'More articles' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('A good reference');
});

test('without JavaScript, a reader finds every article, and the policy leads home', async ({
  openContext,
  noise,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto('/guide');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('link', { name: 'Write your résumé' }).click();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  noise.allow(/404 GET \/guide\/nothing/);
  await page.goto('/guide/nothing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Post not found');
  await page.getByRole('link', { name: 'Back to the guide' }).click();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toHaveAttribute('href', '/');
});

const visitorPaths = [
  '/guide',
  '/guide/proof-of-work',
  '/raise-promotion-playbook',
  '/what-is-logbook',
  '/privacy-policy',
  '/legal/accessibility',
];

test('content pages lead a signed-in reader back to the logbook, and a visitor to a new one', async ({
  page,
  person,
}) => {
  const start = page.getByRole('link', { name: /Start your free/ });
  const back = page.getByRole('link', { name: 'Back to your logbook' });
  const signIn = page.getByRole('link', { name: /^(Sign in|Create an account)$/ });
  await page.context().clearCookies();
  for (const path of visitorPaths) {
    await page.goto(path);
    await expect(start.first()).toBeVisible();
    await expect(signIn.first()).toBeVisible();
    await expect(back).toHaveCount(0);
  }
  await person.signIn();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` })).toBeVisible();
  await pageAnswers(page);
  for (const path of visitorPaths) {
    await page.goto(path);
    await expect(back.first()).toBeVisible();
    await expect(start).toHaveCount(0);
    await expect(signIn).toHaveCount(0);
    await expect(page.locator('[data-for=visitor]:visible')).toHaveCount(0);
  }
  const other = await page.context().newPage();
  await other.goto('/profile');
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByText('Logged out.')).toBeVisible();
  await expect(start.first()).toBeVisible();
  await expect(back).toHaveCount(0);
});

test('the pages are the same bytes for everyone, and nothing on them moves for a signed-in reader', async ({
  person,
  signInInNewBrowser,
  openContext,
}) => {
  // The policy has today's date in the reader's time zone: UTC for one who is not known.
  const { context } = await signInInNewBrowser({ timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: `${person.account.fullName}'s Logbook` })).toBeVisible();
  await pageAnswers(page);
  // Text also moves when a font arrives, which has nothing to do with the reader.
  await page.route('**/*.woff2', (route) => route.abort('aborted'));
  const stranger = await openContext();
  for (const path of visitorPaths.slice(0, -1)) {
    const [own, anyones] = await Promise.all([page.request.get(path), stranger.request.get(path)]);
    expect(await own.text()).toBe(await anyones.text());
    await page.goto(path);
    const moved = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          type Shift = PerformanceEntry & { sources: { node: Node | null }[] };
          const found: string[] = [];
          const observer = new PerformanceObserver((list) => {
            for (const { sources } of list.getEntries() as Shift[])
              for (const { node } of sources) {
                const element = node instanceof Element ? node : node?.parentElement;
                if (element?.closest('header, [data-for]')) found.push(element.outerHTML);
              }
          });
          observer.observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)));
        }),
    );
    expect(moved).toEqual([]);
  }
});

test('the theme is chosen on a content page, and the app and other tabs follow it', async ({
  page,
  guest,
}) => {
  const other = await page.context().newPage();
  await other.goto('/guide');
  await page.goto('/privacy-policy');
  const theme = page.getByRole('combobox', { name: 'Theme' });
  await expect(theme).toHaveValue('system');
  await theme.selectOption('Dark');
  for (const shown of [page, other])
    await expect(shown.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(other.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await guest.goto('/');
  await expect(guest.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();
});
