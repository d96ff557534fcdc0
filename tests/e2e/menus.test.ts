// An open menu and the page under it. `every-screen.test.ts` checks that all menus open inside the window.
import type { Page } from '@playwright/test';
import { phone, settled } from './support/looks.ts';
import { hoursAgo } from './support/guest-states.ts';
import { entry, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use(phone);

const menu = (page: Page) => page.getByRole('menu', { name: 'Entry' });

/** The vertical gap between the menu of a row and its button. Negative: they overlap. */
async function gap(page: Page, content: string): Promise<number> {
  const button = (await entry(page, content).getByRole('button', { name: 'More' }).boundingBox())!;
  const box = (await page
    .locator('[popover]:popover-open')
    .filter({ has: menu(page) })
    .boundingBox())!;
  return Math.round(Math.max(box.y - button.y - button.height, button.y - box.y - box.height));
}

test.beforeEach(async ({ page, person }) => {
  for (let count = 1; count <= 16; count++) {
    await person.addCheckIn(`Entry number ${count}`, { created_at: hoursAgo(count / 60) });
  }
  await openTimeline(page);
});

test('a menu follows its button while the page scrolls, and closes when the button leaves the window', async ({
  page,
}) => {
  const row = entry(page, 'Entry number 2');
  await row.getByRole('button', { name: 'More' }).tap();
  await expect(menu(page)).toBeVisible();
  await settled(page);
  expect(await gap(page, 'Entry number 2')).toBe(6);
  for (const y of [40, 90]) {
    await page.evaluate((top) => scrollBy(0, top), y);
    await settled(page);
    expect(await gap(page, 'Entry number 2'), `scrolled by ${y}`).toBe(6);
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(menu(page)).toBeHidden();
});

test('a menu near the bottom of a phone opens above its button, and its items work', async ({ page }) => {
  const row = entry(page, 'Entry number 5');
  await row.evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await row.getByRole('button', { name: 'More' }).tap();
  await settled(page);
  expect(await gap(page, 'Entry number 5')).toBe(6);
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(row).toBeHidden();
});

test('a row shows where its menu will be before the script runs, and nothing moves when it does', async ({
  page,
  browser,
}) => {
  const row = entry(page, 'Entry number 2');
  const button = await row.getByRole('button', { name: 'More' }).boundingBox();
  const context = await browser.newContext({
    ...phone,
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  });
  const still = await context.newPage();
  await still.goto('/');
  const dots = entry(still, 'Entry number 2').locator('.icon-dots');
  expect(await dots.boundingBox()).toEqual(button);
  await context.close();
});
