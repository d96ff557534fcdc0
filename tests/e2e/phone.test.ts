// The main job by touch on a phone, and every screen without sideways scrolling down to 320 pixels.
import { expectNoSidewaysScroll, narrowPhone, phone } from './support/looks.ts';
import { newAccount } from './support/person.ts';
import { attach, dialogOf, entry, fixture, openTimeline, realFiles, view } from './support/screen.ts';
import { ownLogbook, withoutSession } from './support/states.ts';
import { expect, test } from './support/test.ts';

test.describe('on a phone', () => {
  test.use(phone);

  test('sign up, write, attach, save and look at a file by touch', async ({ page }) => {
    const account = newAccount();
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Create an account' }).tap();
    await page.getByLabel('Full name').fill(account.fullName);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Create account' }).tap();
    await expect(page.getByRole('heading', { name: `${account.fullName}'s Logbook` })).toBeVisible();

    await page.getByRole('button', { name: 'Add Log Entry' }).tap();
    const dialog = dialogOf(page);
    await dialog.getByLabel('What did you do?').fill('Written on the train');
    await dialog.getByRole('radio', { name: 'fire' }).tap();
    await attach(dialog, realFiles.map(fixture));
    await dialog.getByRole('button', { name: 'Save Check-in' }).tap();
    const row = entry(page, 'Written on the train');
    await expect(row.getByRole('button', { name: '3 files' })).toBeVisible();
    const viewer = await view(page, row, 'photo.png');
    await expect(viewer.getByRole('img')).toBeVisible();
    await viewer.getByRole('button', { name: 'Close' }).tap();
    await expect(viewer).toBeHidden();

    // The floating button shows its sign alone under 768 pixels; its name stays.
    const floating = page.locator('[data-floating]');
    await expect(floating).toHaveAccessibleName('Add Log Entry');
    const box = (await floating.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeLessThan(80);
    await floating.tap();
    await expect(dialog).toBeVisible();
  });

  test('every control is large enough for a finger', async ({ page, person }) => {
    await person.addCheckIn('An entry');
    await page.goto('/');
    await entry(page, 'An entry').waitFor();
    const small: string[] = [];
    for (const control of await page.locator('button:visible, summary:visible, [role=tab]:visible').all()) {
      const box = (await control.boundingBox())!;
      if (box.height < 44) small.push(`${await control.innerText()}: ${box.height}`);
    }
    expect(small).toEqual([]);
  });
});

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);
  test.setTimeout(90_000);

  for (const [part, walk] of Object.entries(withoutSession)) {
    test(`no screen scrolls sideways, ${part}`, ({ page, noise }) => {
      return walk(page, noise, (state) => expectNoSidewaysScroll(page, state));
    });
  }

  for (const [part, walk] of Object.entries(ownLogbook)) {
    test(`no screen scrolls sideways, ${part}`, ({ page, person, noise }) => {
      return walk(page, person, noise, (state) => expectNoSidewaysScroll(page, state));
    });
  }

  test('words and addresses without end are broken', async ({ page, person }) => {
    await person.addCheckIn(`${'Donaudampfschifffahrt'.repeat(12)} https://example.com/${'a/'.repeat(90)}`);
    await openTimeline(page);
    await expectNoSidewaysScroll(page, 'the timeline');
  });
});
