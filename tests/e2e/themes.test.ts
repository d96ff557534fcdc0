// The light, dark and system themes: chosen, stored, synced between windows, and applied before the first paint.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openDialog, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const html = (page: Page) => page.locator('html');

async function chooseTheme(page: Page, theme: 'Light' | 'Dark' | 'System'): Promise<void> {
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
}

test('the page follows the system theme, unless the user chooses light or dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/auth');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html(page)).toHaveAttribute('data-theme', 'light');

  await chooseTheme(page, 'Dark');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('logbook-theme'))).toBe('dark');
  await page.reload();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible();

  await chooseTheme(page, 'System');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
});

test('a chosen theme applies to the other windows of the browser', async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto('/auth');
  await other.goto('/auth');
  await chooseTheme(page, 'Dark');
  await expect(html(other)).toHaveAttribute('data-theme', 'dark');
});

for (const [stored, system, shown] of [
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'dark', 'dark'],
] as const) {
  test(`no flash: "${stored}" on a ${system} system is ${shown} before the first paint`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((theme) => {
      localStorage.setItem('logbook-theme', theme);
      const seen: string[] = [];
      Object.assign(globalThis, { seen });
      // Records in every frame, from the first one on, which theme would be painted.
      const record = () => {
        if (document.body) seen.push(document.documentElement.dataset['theme'] ?? 'none');
        if (seen.length < 30) requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
    }, stored);
    await page.goto('/auth');
    const seen = () => page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    await expect.poll(async () => (await seen()).length).toBe(30);
    expect([...new Set(await seen())]).toEqual([shown]);
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe(shown === 'dark' ? 'rgb(14, 22, 19)' : 'rgb(241, 248, 242)');
  });
}

test('with reduced motion nothing slides in dialogs and rows', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Add Log Entry' }).first().click();
  await page.getByRole('dialog').waitFor();
  const moving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const frames = (effect as KeyframeEffect).getKeyframes();
      const duration = Number(effect?.getComputedTiming().duration);
      return frames.some((frame) => 'transform' in frame || 'translate' in frame) || duration > 80
        ? [JSON.stringify({ frames, duration })]
        : [];
    }),
  );
  expect(moving).toEqual([]);
});

test('in the dark theme, the arrow of a field with suggestions is light', async ({ page, person }) => {
  await person.post('/api/check_ins', {
    content: 'Shared',
    shared_with_manager: true,
    manager_email: 'grace@example.com',
  });
  await openTimeline(page);
  await chooseTheme(page, 'Dark');
  const dialog = await openDialog(page);
  await dialog.getByRole('checkbox', { name: 'Share with manager' }).check();
  const field = dialog.locator('input[list]').first();
  // Without suggestions, there is no arrow.
  await dialog.locator('datalist option').first().waitFor({ state: 'attached' });
  await field.hover();
  const shot = await sharp(await field.screenshot())
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = shot.info;
  // The arrow is at the end of the field, inside the border.
  const lightest = Math.max(
    ...Array.from({ length: height - 8 }, (_, row) => (row + 4) * width + width - 40).flatMap((start) => [
      ...shot.data.subarray(start, start + 32),
    ]),
  );
  expect(lightest).toBeGreaterThan(150);
});
