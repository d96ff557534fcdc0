// "What is this?": the page that explains the product to a visitor.
import { expect, test } from './support/test.ts';

test('a visitor learns what Logbook is from the start page, with the picture of one theme, and starts', async ({
  guest: page,
}) => {
  const pictures: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/images/')) pictures.push(pathname);
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'What is this?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('What is Logbook?');
  const picture = page.getByRole('img', { name: /^A logbook in November/ });
  await expect(picture).toHaveCount(1);
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // The whole page is one screen.
  const box = (await picture.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(800);
  expect(pictures).toEqual(['/images/logbook-desktop-dark-870.avif']);
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create account');
  await page.getByRole('link', { name: 'What is Logbook?' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Start your free Logbook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Logbook');
});

test('without JavaScript, the introduction shows the light picture and where to start', async ({
  openContext,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto('/what-is-logbook');
  await expect(page.getByRole('img')).toHaveCount(1);
  const picture = page.getByRole('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('-light-');
  const start = page.getByRole('main').getByRole('link', { name: 'Start your free Logbook' });
  await expect(start).toHaveAttribute('href', '/');
});
