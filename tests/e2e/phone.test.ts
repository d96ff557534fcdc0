// The main job by touch on a phone.
import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll, narrowPhone, phone, withMotion } from './support/looks.ts';
import { newAccount, Person } from './support/person.ts';
import { addVouch } from './support/public-logbook-states.ts';
import {
  attach,
  dialogOf,
  entry,
  fixture,
  openDialog,
  openTimeline,
  proofChip,
  realFiles,
  view,
} from './support/screen.ts';
import { invite } from './support/teams.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

test.describe('on a phone', () => {
  test.use(phone);

  test('sign-up, writing, attaching, saving and viewing a file work by touch', async ({ page }) => {
    const account = newAccount();
    await page.goto('/auth');
    await page.getByRole('link', { name: 'Create an account' }).tap();
    await page.getByLabel('Full name').fill(account.fullName);
    await page.getByLabel('Email').fill(account.email);
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

    // Below 768 pixels the floating button shows only its icon. Its accessible name stays.
    const floating = page.locator('[data-floating]');
    await expect(floating).toHaveAccessibleName('Add Log Entry');
    const box = (await floating.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeLessThan(80);
    await floating.tap();
    await expect(dialog).toBeVisible();
  });

  test('the header shows Sign in to a guest', async ({ guest: page }) => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' });
      await expect(link).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('banner').getByRole('button', { name: 'Share' })).toBeInViewport({
        ratio: 1,
      });
      await expectNoSidewaysScroll(page, `the header, ${width} wide`);
    }
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).tap();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });

  test('the header leaves room for every control next to a long name', async ({ page, person }) => {
    await person.patch('/api/profiles', { full_name: 'Maximiliana-Konstanze Example' });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/profile');
    const banner = page.getByRole('banner');
    for (const control of [
      banner.getByRole('button', { name: /^Theme/ }),
      banner.getByRole('button', { name: 'Search or jump to...' }),
      banner.getByRole('button', { name: 'Share' }),
      banner.getByRole('link', { name: 'Maximiliana-Konstanze settings' }),
    ])
      await expect(control).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page, 'the header with a long name');
  });

  test('in the settings, only the Danger Zone and the links to other pages follow Sign Out', async ({
    signedIn: page,
  }) => {
    await page.goto('/profile');
    const signOut = page.getByRole('button', { name: 'Sign Out' });
    await signOut.waitFor();
    const after = await signOut.evaluate((button) =>
      [...document.querySelectorAll('main :is(button, a[href], input, textarea, summary)')]
        .filter((other) => other.checkVisibility())
        .filter((other) => button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
        .map((other) => other.textContent),
    );
    const links = ['What is Logbook?', 'Guide', 'Playbook', 'Privacy policy', 'Accessibility'];
    expect(after).toEqual(['Danger Zone', ...links]);
  });

  for (const size of [
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ])
    test(`invitations, vouches and résumé take one line above the tabs until one is opened, ${size.width} wide`, async ({
      page,
      person,
      openContext,
      logbook,
    }) => {
      const colleague = new Person(await openContext(), logbook.url, newAccount('Bo Example'));
      await colleague.signUp();
      await invite(colleague, person.account.email, 'manager');
      await invite(person, newAccount().email, 'manager');
      await addVouch(person);
      await page.setViewportSize(size);
      await openTimeline(page);
      const chips = page.getByRole('group', { name: 'Invitations, vouches and resume' }).getByRole('button');
      await expect(chips).toHaveText(['Invitations1 waiting for your answer', 'Vouches1', 'Resume']);
      const top = async (part: Locator) => (await part.boundingBox())!.y;
      const tabs = page.getByRole('tablist').first();
      expect((await top(tabs)) - (await top(chips.first())), 'room for one line').toBeLessThan(90);
      const sections = ['Invitations', 'Vouches', 'Resume'] as const;
      for (const name of sections) {
        await proofChip(page, name).tap();
        await expect(proofChip(page, name)).toHaveAttribute('aria-expanded', 'true');
        for (const other of sections)
          await expect(page.getByRole('region', { name: other })).toHaveCount(other === name ? 1 : 0);
        await expectNoSidewaysScroll(page, name);
      }
      await proofChip(page, 'Vouches').tap();
      await expect(
        page.getByRole('heading', { name: 'Nightly import' }),
        'the list opens with it',
      ).toBeVisible();
      await proofChip(page, 'Vouches').tap();
      await expect(page.getByRole('region', { name: 'Vouches' })).toHaveCount(0);
    });

  test('every control is large enough for touch', async ({ page, person }) => {
    await person.addCheckIn('An entry');
    await openTimeline(page);
    await entry(page, 'An entry').waitFor();
    expect(await smallControls(page), 'the timeline').toEqual([]);
    await openDialog(page);
    expect(await smallControls(page), 'Add Check-in').toEqual([]);
    await page.goto('/?tab=goals');
    await page.getByRole('button', { name: 'Add a goal' }).tap();
    expect(await smallControls(page), 'a new goal').toEqual([]);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    expect(await smallControls(page), 'the settings').toEqual([]);
  });
});

/**
 * Lists controls that are less than 44 pixels high or less than 24 wide. The touch target of a checkbox or switch is
 * its whole row, and that of a radio button is its label.
 */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const controls = root.querySelectorAll('button, summary, select, textarea, input, [role=tab], header a');
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((control) => {
        const target = control.matches('[type=checkbox]') ? control.parentElement : control.closest('label');
        const { width, height } = (target ?? control).getBoundingClientRect();
        return {
          name: control.textContent || control.getAttribute('aria-label') || control.id,
          width,
          height,
        };
      })
      .filter(({ width, height }) => height < 43.5 || width < 24)
      .map(({ name, width, height }) => `${name}: ${width} x ${height}`);
  });
}

test.describe('on the narrowest phone', () => {
  test.use(narrowPhone);

  test('long words and URLs wrap', async ({ page, person }) => {
    await person.addCheckIn(`${'Donaudampfschifffahrt'.repeat(12)} https://example.com/${'a/'.repeat(90)}`);
    await openTimeline(page);
    await expectNoSidewaysScroll(page, 'the timeline');
  });
});
