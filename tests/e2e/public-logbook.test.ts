// The public logbook as its visitors use it. What it shows to whom is tested in
// src/features/public-logbook/server/routes.test.ts.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { expectNoSidewaysScroll, phone } from './support/looks.ts';
import { openRequestForm, publishPage, vouchSlip } from './support/public-logbook-states.ts';
import { expect, test } from './support/test.ts';

test('a visitor reads a public logbook on a phone, opens its files and asks a reference to confirm', async ({
  person,
  noise,
  openContext,
}) => {
  const path = await publishPage(person);
  const page = await (await openContext(phone)).newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ada Example');
  await expect(page).toHaveTitle('Ada Example · Logbook');
  await page.evaluate(() => document.fonts.ready);
  const others = requested.slice(1).filter((url) => !/\.(woff2|svg)$/.test(url));
  expect(others, 'requests other than fonts and the icon').toEqual([]);
  await expectNoSidewaysScroll(page, 'the public logbook');

  const slip = vouchSlip(page, 'Nightly import');
  await expect(slip.getByText('Ada found the cause')).toBeVisible();
  const photo = slip.getByRole('link', { name: /photo\.png/ });
  const shown = await page
    .context()
    .request.get(new URL((await photo.getAttribute('href'))!, page.url()).href);
  expect([shown.status(), shown.headers()['content-type']]).toEqual([200, 'image/webp']);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toBe('report.pdf');
  await page.getByText('Preview', { exact: true }).click();
  await expect(page.locator('iframe')).toHaveCSS('height', '600px');

  const dialog = await openRequestForm(page, 'Nightly import');
  await expect(dialog.getByText('To Mira Manager')).toBeVisible();
  await expect(dialog.getByLabel('Your name')).toBeFocused();
  await dialog.getByLabel('Your name').fill('  ');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert')).toContainText('All fields requiredPlease fill out all fields.');
  await expect(dialog.getByLabel('Your name')).toBeFocused();
  await dialog.getByLabel('Your name').fill('Rita Recruiter');
  await dialog.getByLabel('Your email').fill('rita@example');
  await dialog.getByLabel('Message').fill('Did she lead this alone?');
  noise.allow(/400 POST \/api\/vouch_verification_requests/);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid email address');
  await expect(dialog.getByLabel('Your email')).toBeFocused();
  await expect(dialog.getByLabel('Your email')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Message')).toHaveValue('Did she lead this alone?');
  await dialog.getByLabel('Your email').fill('rita@example.com');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('status')).toContainText('Request sent!');
  await expect(page.getByText('The reference will receive your verification request.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('a public logbook that allows search, without vouches, passes Lighthouse checks for search engines', async ({
  person,
  openContext,
}) => {
  const slug = `ada-${randomUUID().slice(0, 8)}`;
  await person.patch('/api/profiles', { slug, allows_search: true });
  const page = await (await openContext(phone)).newPage();
  const response = await page.goto(`/${slug}`);
  expect([response?.status(), response?.headers()['x-robots-tag']]).toEqual([200, undefined]);
  const head = page.locator('head');
  await expect(head.locator('meta[name=robots]')).toHaveCount(0);
  await expect(head.locator('meta[name=description]')).toHaveAttribute('content', /^.{20,160}$/);
  await expect(head.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`^http.*/${slug}$`));
  // Lighthouse requests it as the page does, under the policy of the page.
  const robots = await page.evaluate(async () => (await fetch('/robots.txt')).text());
  expect(robots).toContain('Sitemap: ');
});

test('a public logbook needs no script, is printed without controls, and is gone once its owner turns it off', async ({
  page,
  person,
  noise,
  openContext,
}, testInfo) => {
  const path = await publishPage(person);
  const crawler = await (await openContext({ javaScriptEnabled: false })).newPage();
  await crawler.goto(path);
  await expect(crawler.getByRole('article')).toHaveCount(2);
  await expect(crawler.getByRole('button', { name: 'Ask to confirm' })).toHaveCount(0);
  await crawler.getByText('Preview', { exact: true }).click();
  await expect(crawler.locator('iframe')).toBeVisible();
  await crawler.close();

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(path);
  const file = testInfo.outputPath('logbook.pdf');
  writeFileSync(file, await page.pdf({ format: 'A4' }));
  const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });
  for (const shown of ['Ada Example', 'Professional Logbook', 'Nightly import', 'Mira Manager', path])
    expect(text).toContain(shown);
  for (const control of ['Preview', 'Download', 'Ask to confirm', 'Send request'])
    expect(text).not.toContain(control);
  const pages = /Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1];
  expect(pages).toBe('1');

  await person.patch('/api/profiles', { is_public: false });
  noise.allow(new RegExp(`404 GET ${path}`));
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Logbook Not Found' })).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByRole('alert')).toContainText("This logbook doesn't exist or isn't public.");
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
});
