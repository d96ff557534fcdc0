// The command palette: by keys and by pointer, and what it leads to.
import { expectVisibleFocus, expectNoSidewaysScroll, narrowPhone } from './support/looks.ts';
import { dialogOf, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

const name = 'Search or jump to...';
const palette = (page: Page) => page.getByRole('dialog', { name });
const field = (page: Page) => page.getByRole('combobox', { name });
const chosen = (page: Page) => page.getByRole('option', { selected: true });

async function openPalette(page: Page, type = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(type);
}

test.beforeEach(async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
});

test('typing narrows down, arrows move, Enter chooses, Escape leaves', async ({ page }) => {
  await openPalette(page);
  await expect(chosen(page)).toHaveText(/Add Log Entry/);
  await page.keyboard.press('ArrowDown');
  await expect(chosen(page)).toHaveText(/Search entries/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(chosen(page)).toHaveText('Sign Out');
  await page.keyboard.type('theme d');
  await expect(page.getByRole('option')).toHaveText(['Theme: Dark', /Search entries for "theme d"/]);
  await expect(palette(page).getByRole('status')).toHaveText('2 commands');
  const id = await chosen(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? 'none');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  await openPalette(page, 'nothing of that name');
  await expect(page.getByRole('option')).toHaveText([/Search entries for "nothing of that name"/]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
});

test('what is no command is searched for in the entries', async ({ page, person }) => {
  await person.addCheckIn('Flew a zeppelin');
  await openPalette(page, 'zepp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?q=zepp');
  await expect(page.getByRole('searchbox', { name: 'Search entries' })).toBeFocused();
  await expect(page.locator('mark')).toHaveText('zepp');
});

test('it opens the dialog and the settings, and from there leads home', async ({ page, noise }) => {
  // The socket of a page that is left at once.
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

test('it leads to a new goal, and to entries with the words that were typed', async ({ page }) => {
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

test('a button in the header opens it, and gets the focus back', async ({ page }) => {
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

test('? lists the keys; those without a modifier can be turned off', async ({ page }) => {
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

test('it signs out', async ({ page }) => {
  await openPalette(page, 'sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByText('Logged out.')).toBeVisible();
});

test('a guest is offered an account in the place of its settings', async ({
  openContext,
  logbook,
  noise,
}) => {
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

test('on an Apple device the key is ⌘, and Ctrl stays its own', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' }));
  await openTimeline(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Meta+k');
  await expect(palette(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expect(dialogOf(page).getByText('⌘+Enter saves.')).toBeVisible();
  await page.keyboard.press('Meta+Enter');
  await expect(page.getByText('Content required')).toBeVisible();
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);
  test('it fits, and its lines are large enough for a finger', async ({ page }) => {
    await page.getByRole('banner').getByRole('button', { name }).tap();
    await expectNoSidewaysScroll(page, 'the palette');
    const box = await page.getByRole('option').first().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('option', { name: 'Add Log Entry' }).tap();
    await expect(dialogOf(page)).toBeVisible();
  });
});
