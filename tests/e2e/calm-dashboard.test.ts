// The dashboard stays calm: one button to add an entry, no link to an empty bin, a short dialog.
import { expect, test } from './support/test.ts';
import { phone } from './support/looks.ts';
import { dialogOf, entries, entry, openDialog, openTimeline } from './support/screen.ts';

const addButtons = 'button:has-text("Add Log Entry"):visible';
const wide = { viewport: { width: 1280, height: 800 } };

for (const [device, options] of Object.entries({ wide, phone })) {
  test.describe(`on a ${device} window`, () => {
    test.use(options);

    test('each tab shows exactly one Add Log Entry button', async ({ page, person }) => {
      await openTimeline(page);
      await expect(page.locator(addButtons), 'the empty timeline').toHaveCount(1);
      await person.addCheckIn('An entry');
      await entry(page, 'An entry').waitFor();
      await expect(page.locator(addButtons), 'the timeline').toHaveCount(1);
      const isFloating = await page
        .locator(addButtons)
        .evaluate((button) => getComputedStyle(button).position === 'fixed');
      expect(isFloating).toBe(device === 'phone');
      await page.getByRole('tab', { name: 'GOALS' }).click();
      await page.getByRole('button', { name: 'Add a goal' }).waitFor();
      await expect(page.locator(addButtons), 'the goals').toHaveCount(1);
    });

    test('the dialog shows content, emoji and files first, with Save in view', async ({ guest: page }) => {
      const dialog = await openDialog(page);
      const controls = [
        dialog.getByLabel('What did you do?'),
        dialog.getByRole('radio', { name: 'None' }),
        dialog.getByRole('button', { name: 'Attach files' }),
        dialog.getByRole('button', { name: 'Change date' }),
        dialog.getByRole('button', { name: 'Save Check-in' }),
      ];
      let above = 0;
      for (const control of controls) {
        await expect(control).toBeInViewport({ ratio: 1 });
        const { y } = (await control.boundingBox())!;
        expect(y).toBeGreaterThan(above);
        above = y;
      }
      await expect(dialog.getByText(/^Date Today /)).toBeVisible();
      await expect(dialog.getByText('None', { exact: true })).toBeVisible();
      await expect(dialog.getByLabel('Date and time')).toHaveCount(0);

      await dialog.getByRole('button', { name: 'Change date' }).click();
      await expect(dialog.getByLabel('Date and time')).toBeFocused();
      await dialog.getByLabel('Date and time').fill('2024-02-29T10:00');
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await openDialog(page);
      await expect(dialog.getByLabel('Date and time'), 'a chosen date shows').toHaveValue('2024-02-29T10:00');
      await dialog.getByRole('button', { name: 'Use now' }).click();
      await expect(dialog.getByRole('button', { name: 'Change date' })).toBeFocused();
      await expect(dialogOf(page).getByText(/^Date Today /)).toBeVisible();
    });
  });
}

test('Recently deleted is shown only while the bin contains an entry', async ({ page, person }) => {
  await person.addCheckIn('It stays');
  const deleted = await person.addCheckIn('It is deleted');
  const loaded = page.waitForResponse(/\/api\/check_ins\/deleted/);
  await openTimeline(page);
  await loaded;
  const link = page.getByRole('button', { name: 'Recently deleted' });
  await expect(link).toHaveCount(0);
  await person.delete(`/api/check_ins/${deleted.id}`);
  // The link moves up when the row is removed.
  await expect(entries(page)).toHaveCount(1);
  await link.click();
  await page.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(entries(page)).toHaveCount(2);
  await expect(link).toHaveCount(0);
});

test('entries of one day show their time on hover and focus, and have it in their accessible names', async ({
  page,
  person,
}) => {
  await person.addCheckIn('In the morning', { created_at: '2024-02-29T07:05:00Z' });
  await person.addCheckIn('In the evening', { created_at: '2024-02-29T18:30:00Z' });
  await page.goto('/?from=2024-02-29&to=2024-02-29');
  await expect(page.getByRole('article', { name: 'Entry of February 29, 2024, 8:05 AM' })).toContainText(
    'In the morning',
  );
  const evening = page.getByRole('article', { name: 'Entry of February 29, 2024, 7:30 PM' });
  const shown = () =>
    evening
      .locator('time')
      .first()
      .evaluate((time) => getComputedStyle(time, '::before').content);
  expect(await shown()).toBe('none');
  await evening.hover();
  await expect.poll(shown).toContain('7:30');
  await page.mouse.move(0, 0);
  await expect.poll(shown).toBe('none');
  await evening.getByRole('button', { name: 'Edit' }).focus();
  await expect.poll(shown).toContain('7:30');
});
