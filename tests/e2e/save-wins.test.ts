// The wins of the playbook page become entries of the logbook (R-K1).
import { saveWinsPath } from '#features/playbook/constants.ts';
import { entry } from './support/screen.ts';
import { expect, test } from './support/test.ts';
import { hasWins, storeWins } from './support/wins.ts';

test('wins become entries by keyboard, dated when they were written, and nothing is left to save twice', async ({
  guest: page,
}) => {
  const texts = ['Cut the nightly import to six minutes', 'Trained two new colleagues'];
  await storeWins(page, texts);
  await page.goto(saveWinsPath);
  const dialog = page.getByRole('dialog', { name: 'Save your wins' });
  await expect(dialog.getByRole('listitem')).toHaveText(texts.map((text) => new RegExp(`\\d${text}$`)));

  // Closing it loses nothing.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  expect(await hasWins(page)).toBe(true);

  await page.goto(saveWinsPath);
  await expect(dialog.getByRole('button', { name: 'Add 2 wins' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 wins added to your logbook').first()).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await hasWins(page)).toBe(false);
  await page.reload();
  await expect(entry(page, texts[0]!)).toHaveCount(1);

  await page.goto(saveWinsPath);
  const none = page.getByRole('dialog', { name: 'No wins to save' });
  await expect(none.getByRole('link', { name: 'Write down your wins' })).toBeVisible();
});
