// The command palette: operated by keyboard and pointer, and its commands.
import { expectVisibleFocus, expectNoSidewaysScroll, narrowPhone } from './support/looks.ts';
import { dialogOf, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

const name = 'Search or jump to...';
const palette = (page: Page) => page.getByRole('dialog', { name });
const field = (page: Page) => page.getByRole('combobox', { name });
const selectedOption = (page: Page) => page.getByRole('option', { selected: true });

async function openPalette(page: Page, text = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test.beforeEach(async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
});

test('the palette filters by input, and is operated with arrow keys, Enter and Escape', async ({ page }) => {
  await openPalette(page);
  await expect(selectedOption(page)).toHaveText(/Add Log Entry/);
  await page.keyboard.press('ArrowDown');
  await expect(selectedOption(page)).toHaveText(/Search entries/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(selectedOption(page)).toHaveText('Sign Out');
  await page.keyboard.type('theme d');
  await expect(page.getByRole('option')).toHaveText(['Theme: Dark', /Search entries for "theme d"/]);
  await expect(palette(page).getByRole('status')).toHaveText('2 commands');
  const id = await selectedOption(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? 'none');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page, 'no such command');
  await expect(page.getByRole('option')).toHaveText([/Search entries for "no such command"/]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
});

test('palette input that matches no command searches the entries', async ({ page, person }) => {
  await person.addCheckIn('Flew a zeppelin');
  await openPalette(page, 'zepp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=zepp');
  await expect(page.getByRole('searchbox', { name: 'Search entries' })).toBeFocused();
  await expect(page.locator('mark')).toHaveText('zepp');
});

test('the palette opens Add Check-in and the settings, and from there Add Check-in at home', async ({
  page,
  noise,
}) => {
  // The page is left before its socket opens.
  noise.allow(/WebSocket is closed before/);
  await openPalette(page);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('What did you do?')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette(page), 'one dialog at a time').toHaveCount(0);
  await page.keyboard.press('Escape');
  await openPalette(page, 'sett');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/profile');
  await openPalette(page, 'add');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the palette opens a new goal, and entries that match its input', async ({ page }) => {
  await openPalette(page, 'add goal');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?tab=goals');
  await expect(page.getByRole('tabpanel').getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await openPalette(page, 'an ent');
  await page.getByRole('option', { name: 'an ent' }).click();
  await expect(page).toHaveURL('/?q=an+ent');
  await expect(page.getByRole('article', { name: /^Entry of/ })).toHaveCount(1);
});

test('the palette opens both reports on the timeline, where closing one leaves it closed', async ({
  page,
}) => {
  await openPalette(page, 'go to goals');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?tab=goals');
  for (const report of ['Week in Review', 'Shoutout Board']) {
    await openPalette(page, report.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: report })).toBeVisible();
    await expect(page).toHaveURL('/?tab=timeline');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('the header button opens the palette, and gets the focus back', async ({ page }) => {
  await page.getByRole('banner').getByRole('button', { name }).click();
  await expect(field(page)).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('Shift');
  await expectVisibleFocus(page, name);
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Go to TIMELINE' }).click();
  await expect(page).toHaveURL('/?tab=timeline');
});

test('? lists the keyboard shortcuts, and single-key shortcuts can be turned off', async ({ page }) => {
  await page.keyboard.press('?');
  await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.getByText('Add a log entry')).toBeVisible();
  await page.keyboard.type('turn single');
  await expect(page.getByText('Add a log entry')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await openPalette(page, 'turn single');
  await page.keyboard.press('Enter');
  await page.keyboard.press('c');
  await expect(dialogOf(page)).toBeVisible();
});

test('the palette signs the user out', async ({ page }) => {
  await openPalette(page, 'sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Logged out.')).toBeVisible();
});

test('the palette offers a guest an account instead of settings', async ({ openContext, logbook, noise }) => {
  noise.allow(/WebSocket/);
  const context = await openContext();
  const page = await context.newPage();
  await page.goto(logbook.url);
  await page.getByRole('heading', { name: 'Your Logbook' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name }).click();
  await expect(page.getByRole('option', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Sign Out' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
});

test('on Apple devices ⌘K opens the palette, and Ctrl+K does not', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await openTimeline(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Meta+k');
  await expect(palette(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(dialogOf(page).getByText('⌘+Enter to save.')).toBeVisible();
  await page.keyboard.press('Meta+Enter');
  await expect(page.getByText('Content required')).toBeVisible();
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);
  test('the palette fits, and its options are at least 44 px high', async ({ page }) => {
    await page.getByRole('banner').getByRole('button', { name }).tap();
    await expectNoSidewaysScroll(page, 'the palette');
    const box = await page.getByRole('option').first().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('option', { name: 'Add Log Entry' }).tap();
    await expect(dialogOf(page)).toBeVisible();
  });
});
