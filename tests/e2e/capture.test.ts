// Fast capture: a shortcut opens the dialog from anywhere, and files can be dropped and pasted.
import { dragFiles, dropFiles, pastePicture } from './support/files.ts';
import { phone } from './support/looks.ts';
import { attach, dialogOf, entry, fixture, openDialog, openTimeline, save } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const contentLabel = 'What did you do?';

test.beforeEach(({ person }) => person.addCheckIn('Written before'));

test('c opens the dialog, Ctrl+Enter saves, and the next c opens an empty dialog', async ({ page }) => {
  await openTimeline(page);
  for (const content of ['The first', 'The second']) {
    await page.keyboard.press('c');
    await expect(dialogOf(page).getByLabel(contentLabel)).toBeFocused();
    await expect(dialogOf(page).getByLabel(contentLabel)).toHaveValue('');
    await page.keyboard.type(content);
    await page.keyboard.press('Control+Enter');
    await expect(entry(page, content)).toBeVisible();
  }
});

test('c types a letter in a text field, and does nothing with a modifier key or in a dialog', async ({
  page,
}) => {
  await page.goto('/profile');
  const name = page.getByLabel('Full Name');
  await name.fill('');
  await name.pressSequentially('ccc');
  await expect(name).toHaveValue('ccc');
  await name.blur();
  for (const key of ['Control+c', 'Alt+c', 'Shift+c']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Manage Emails' }).click();
  const emails = page.getByRole('dialog', { name: 'Manage Email Addresses' });
  await emails.getByRole('heading').first().focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL('/profile');
});

test('c opens the dialog from the settings, even by its physical key on a non-Latin keyboard layout', async ({
  page,
}) => {
  await page.goto('/profile');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => {
    const init = { key: 'с', code: 'KeyC', bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });
  await expect(dialogOf(page).getByLabel(contentLabel)).toBeFocused();
  await expect(page).toHaveURL('/');
  await page.keyboard.type('From the settings');
  await save(dialogOf(page));
  await expect(entry(page, 'From the settings')).toBeVisible();
});

test('files dropped on the page open the dialog with them, and files dropped on the dialog are added', async ({
  page,
}) => {
  await openTimeline(page);
  const overlay = page.getByText('Drop files to attach them');
  // The drop listener loads after the page, so the drag is repeated, like a real pointer's.
  await expect(async () => {
    await dragFiles(page, ['photo.png'], ['dragenter', 'dragover']);
    await expect(overlay).toBeVisible({ timeout: 300 });
  }).toPass();
  await expect(overlay, 'the overlay disappears when the drag ends').toBeHidden();
  await dropFiles(page, ['photo.png']);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('listitem')).toHaveText([/photo\.png/]);
  await dropFiles(page, ['report.pdf', 'empty.txt']);
  await expect(dialog.getByRole('listitem')).toHaveText([/photo\.png/, /report\.pdf/]);
  await expect(dialog.getByText('empty.txt was not attached: the file is empty.')).toBeVisible();
  await expect(overlay).toHaveCount(0);
  await dialog.getByLabel(contentLabel).fill('Dropped');
  await save(dialog);
  await expect(entry(page, 'Dropped').getByRole('button', { name: '2 files' })).toBeVisible();
});

test('files dropped while another dialog is open change nothing, and the page stays', async ({ page }) => {
  await openTimeline(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await dragFiles(page, ['photo.png'], ['dragenter', 'dragover']);
  await expect(page.getByText('Drop files to attach them')).toHaveCount(0);
  await dropFiles(page, ['photo.png']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect((await openDialog(page)).getByRole('listitem')).toHaveCount(0);
});

test('a pasted picture becomes a named file, and pasted text stays text', async ({ page }) => {
  // The server, whose clock says something else, cannot render the page for this browser.
  await page.context().clearCookies({ name: 'logbook-reader' });
  await page.clock.setFixedTime(new Date('2026-11-20T13:05:00Z'));
  await openTimeline(page);
  const dialog = await openDialog(page);
  await dialog.getByLabel(contentLabel).fill('Pasted');
  expect(await pastePicture(page, 'a table\twith its picture')).toBe(true);
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
  expect(await pastePicture(page)).toBe(false);
  await expect(dialog.getByRole('listitem')).toHaveText([/Pasted image 2026-11-20 14\.05\.png/]);
  await dialog.getByRole('button', { name: /^Remove Pasted image/ }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(0);
});

test('dropped files beyond the limit of an entry are refused by name', async ({ page }) => {
  await openTimeline(page);
  const dialog = await openDialog(page);
  await attach(dialog, Array<string>(10).fill(fixture('photo.png')));
  await dropFiles(page, ['report.pdf']);
  await expect(
    dialog.getByText('report.pdf was not attached: a check-in can have up to 10 files.'),
  ).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
});

test('files can be dropped and pasted while editing an entry', async ({ page, person }) => {
  await person.addCheckIn('To be edited');
  await openTimeline(page);
  const row = entry(page, 'To be edited');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await expect(dialog).toBeVisible();
  await dropFiles(page, ['report.pdf']);
  await pastePicture(page);
  await expect(dialog.getByRole('listitem')).toHaveText([/report\.pdf/, /Pasted image/]);
  await save(dialog);
  await expect(row.getByRole('button', { name: '2 files' })).toBeVisible();
});

test.describe('on a touch device', () => {
  test.use(phone);
  test('the dialog shows no keyboard hints', async ({ page }) => {
    await openTimeline(page);
    const dialog = await openDialog(page);
    await expect(dialog.getByText('A win, a lesson, or work in progress.')).toBeVisible();
    await expect(dialog.getByText('Enter to save')).toBeHidden();
  });
});
