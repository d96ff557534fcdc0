// Without an account: the same logbook, kept by the browser (R-I1).
import { expect, test } from './support/test.ts';
import { attach, dialogOf, entries, entry, fixture, realFiles, save, view, write } from './support/screen.ts';

test('a guest writes, attaches, looks at, edits, deletes and brings back, and a reload keeps it all', async ({
  guest: page,
}) => {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Logbook');
  await expect(page.getByRole('banner').getByText('Guest Mode')).toBeVisible();
  await expect(page.getByText('the new way to résumé')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your journey starts here' })).toBeVisible();

  const dialog = await write(page, { content: 'Shipped the #ledger', emoji: 'rocket' });
  await attach(dialog, realFiles.map(fixture));
  await save(dialog);
  await expect(page.getByText('Check-in saved locally!')).toBeVisible();
  const row = entry(page, 'Shipped the');
  await expect(row.getByText('Local')).toBeVisible();
  await expect(row.getByText('🚀')).toBeVisible();

  const viewer = await view(page, row, 'photo.png');
  const image = viewer.getByRole('img', { name: 'photo.png' });
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('photo.png');
  await page.keyboard.press('Escape');

  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const editing = page.getByRole('dialog', { name: 'Edit Check-in' });
  await editing.getByLabel('What did you do?').fill('Shipped the ledger twice');
  await save(editing);
  await expect(entry(page, 'Shipped the ledger twice').getByText('Edited')).toBeVisible();

  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(entries(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Shipped the ledger twice')).toBeVisible();

  await page.reload();
  await expect(
    entry(page, 'Shipped the ledger twice').getByRole('button', { name: '3 files' }),
  ).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
});
