// The main job by keyboard alone: every focus stop is visible, and closing a dialog restores the focus.
import { newAccount } from './support/person.ts';
import { expectVisibleFocus, focused, tabTo, withMotion } from './support/looks.ts';
import { attach, dialogOf, entry, fixture, openTimeline, realFiles } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

test('sign-up, writing, attaching, saving and viewing files work by keyboard alone', async ({ page }) => {
  const account = newAccount();
  const { keyboard } = page;
  await page.goto('/auth');
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await tabTo(page, /^Skip to content$/);
  await tabTo(page, /^Create an account$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await tabTo(page, /^Full name$/, 'Shift+Tab');
  await keyboard.type(account.fullName);
  await tabTo(page, /^E-?mail$/);
  await keyboard.type(account.email);
  await tabTo(page, /^Password$/);
  await keyboard.type(account.password);
  await tabTo(page, /^Show password$/);
  await keyboard.press('Space');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await tabTo(page, /^Create account$/);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `${account.fullName}'s Logbook` })).toBeVisible();
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await tutorial.waitFor();
  await keyboard.press('Escape');
  await expect(tutorial).toBeHidden();

  await tabTo(page, /^Add Log Entry$/);
  await keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog).toBeVisible();
  await expectVisibleFocus(page, 'What did you do?');
  await keyboard.type('Written without a mouse');
  await tabTo(page, /^None$/);
  await keyboard.press('ArrowRight');
  await keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'chart' })).toBeChecked();
  await expectVisibleFocus(page, '📊 chart');
  await attach(dialog, realFiles.map(fixture));
  await tabTo(page, /^Remove clip\.mp4$/);
  await keyboard.press('Enter');
  await expect(dialog.getByText('clip.mp4')).toHaveCount(0);
  await expectVisibleFocus(page, 'Attach files');
  await keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Check-in saved!')).toBeVisible();
  expect((await focused(page)).name, 'the focus returns to the button that opened the dialog').toBe(
    'Add Log Entry',
  );

  const row = entry(page, 'Written without a mouse');
  await expect(row).toContainText('📊');
  await expect(row.getByRole('button', { name: '2 files' })).toBeVisible();
  await tabTo(page, /^2 files$/);
  await keyboard.press('Enter');
  await expect(row.getByRole('button', { name: /^Open/ })).toHaveCount(2);
  await tabTo(page, /^Open /);
  const opener = (await focused(page)).name;
  await keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  await keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  expect((await focused(page)).name, 'the focus returns to the file').toBe(opener);
  await expectVisibleFocus(page, opener);
});

test('closing the dialog with Escape keeps its text as a draft', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
  await tabTo(page, /^Add Log Entry$/);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.type('Half a thought');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByText('Draft kept')).toBeVisible();
  await expectVisibleFocus(page, 'Add Log Entry');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page).getByLabel('What did you do?')).toHaveValue('Half a thought');
});

test('the theme menu opens, moves and closes by keyboard', async ({ page, person }) => {
  await person.addCheckIn('An entry');
  await openTimeline(page);
  await tabTo(page, /^Theme: System$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectVisibleFocus(page, 'Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeHidden();
  await expectVisibleFocus(page, 'Theme: Dark');
});
