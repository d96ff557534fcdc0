// A guest's logbook, which is stored in the browser (R-I1).
import { dayMs } from '#platform/clock/durations.ts';
import { newId } from '#platform/clock/id.ts';
import { fillGuestStore, simulateFullStore } from './support/guest-store.ts';
import { goals, openGoals, setGoals } from './support/goals-screen.ts';
import { narrowPhone, phone } from './support/looks.ts';
import { Person } from './support/person.ts';
import {
  attach,
  dialogOf,
  disableIndexedDb,
  entries,
  entry,
  fixture,
  realFiles,
  save,
  view,
  write,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

test("a guest's entry with files can be added, viewed, edited, deleted and restored, and survives a reload", async ({
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
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0);
  const download = page.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('photo.png');
  await page.keyboard.press('Escape');
  // Each file is opened by its name, because the order of the list depends on the uploads.
  await view(page, row, 'clip.mp4');
  const video = page.getByLabel('clip.mp4').and(page.locator('video'));
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  await page.keyboard.press('Escape');

  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Check-in' });
  await editor.getByLabel('What did you do?').fill('Shipped the ledger twice');
  await save(editor);
  await expect(entry(page, 'Shipped the ledger twice').getByText('Edited')).toBeVisible();

  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(entries(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Shipped the ledger twice')).toBeVisible();
  // Announced once it is stored.
  await expect(page.getByRole('status').filter({ hasText: 'Entry restored' })).toBeAttached();

  await page.reload();
  await expect(
    entry(page, 'Shipped the ledger twice').getByRole('button', { name: '3 files' }),
  ).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
});

test("a guest's change in one window appears in the other, with the right counts", async ({
  guest: page,
}) => {
  const other = await page.context().newPage();
  await other.goto('/');
  await save(await write(page, { content: 'From the first window' }));
  const otherRow = entry(other, 'From the first window');
  await expect(otherRow).toBeVisible();
  await expect(other.getByText('1 entry', { exact: true })).toBeVisible();
  await otherRow.hover();
  await otherRow.getByRole('button', { name: 'Delete' }).click();
  await expect(entries(page)).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'From the first window')).toBeVisible();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
});

test("a guest's entry that another window deletes right after it was saved stays deleted", async ({
  guest: page,
}) => {
  const other = await page.context().newPage();
  await other.goto('/');
  await page.clock.install();
  await page.goto('/');
  const dialog = await write(page, { content: 'Deleted at once' });
  // Both windows have one clock. It advances in small steps, because this window shows the saved entry as pending for half
  // a second, and the entry is to be deleted before.
  await page.clock.pauseAt(Date.now() + 1000);
  const inSteps = (condition: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(20);
      await condition();
    }).toPass();
  await save(dialog);
  const otherRow = entry(other, 'Deleted at once');
  const count = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 500 });
  await inSteps(() => count('1 entry'));
  // The other window needs the clock, too, to show the buttons of the row.
  const remove = otherRow.getByRole('button', { name: 'Delete' });
  await inSteps(async () => {
    await otherRow.hover({ timeout: 500 });
    await expect(remove).toBeVisible({ timeout: 500 });
  });
  await remove.click();
  await inSteps(() => count('0 entries'));
  await page.clock.runFor(5000);
  await expect(page.getByText('Saving', { exact: false })).toHaveCount(0);
  await expect(entries(page)).toHaveCount(0);
  await expect(page.getByText('0 entries', { exact: true })).toBeVisible();
});

test('SHOUTOUTS and Share lead a guest to sign-up', async ({ guest: page }) => {
  await page.getByRole('tab', { name: 'SHOUTOUTS' }).click();
  await expect(page).toHaveURL('/?tab=appreciation');
  const panel = page.getByRole('tabpanel', { name: 'SHOUTOUTS' });
  await expect(panel.getByRole('heading', { name: 'Shoutouts Require an Account' })).toBeVisible();
  await panel.getByRole('link', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  await page.goto('/');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  const toast = page.getByRole('status').filter({ hasText: 'Create an Account' });
  await expect(toast).toContainText('Sign up to save your progress and unlock sharing features');
});

test('a guest who tries to share an entry is asked to sign up, and can save it without sharing', async ({
  guest: page,
}) => {
  const dialog = await write(page, { content: 'Worth sharing' });
  await dialog.getByLabel('Share with manager').check();
  const refusal = page.getByRole('alert').filter({ hasText: 'Sign up required' });
  await expect(refusal).toContainText('Create an account to share with teammates and managers.');
  await dialog.getByLabel('Manager Email').fill('boss@example.com');
  await dialog.getByLabel('Highlight a teammate').check();
  await dialog.getByLabel('Teammate Email').fill('mate@example.com');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Thank you');
  await save(dialog);
  await expect(refusal).toBeVisible();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Worth sharing');
  await expect(dialog.getByLabel('Manager Email')).toHaveValue('boss@example.com');
  await dialog.getByLabel('Share with manager').uncheck();
  await dialog.getByLabel('Highlight a teammate').uncheck();
  await expect(refusal).toBeHidden();
  await save(dialog);
  await expect(entry(page, 'Worth sharing')).toBeVisible();

  const nextDialog = await write(page, { content: 'To be shared' });
  await expect(nextDialog.getByLabel('Share with manager')).not.toBeChecked();
  await nextDialog.getByLabel('Share with manager').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  await page.goto('/');
  await expect(page.getByText('Draft kept')).toBeVisible();
});

for (const [device, options] of Object.entries({ desktop: {}, phone, 'narrow phone': narrowPhone })) {
  test.describe(device, () => {
    test.use(options);

    test(`the message about sharing does not cover the fields being filled in, on a ${device}`, async ({
      guest: page,
    }) => {
      const dialog = await write(page, { content: 'Worth sharing' });
      for (const box of ['Share with manager', 'Highlight a teammate']) {
        await dialog.getByLabel(box).check();
        await expect(page.getByRole('alert').filter({ hasText: 'Sign up required' })).toBeInViewport();
        const fields = dialog.locator('[data-together]', { has: page.getByLabel(box) }).getByRole('textbox');
        for (const element of [...(await fields.all()), dialog.getByRole('heading'), dialog.getByLabel(box)])
          await expect.poll(() => element.evaluate(isUncovered), await element.innerHTML()).toBe(true);
        for (const button of ['Close', 'Save Check-in'])
          expect(await dialog.getByRole('button', { name: button, exact: true }).evaluate(isUncovered)).toBe(
            true,
          );
      }
    });
  });
}

/** Whether no corner of an element is covered. Runs in the page. */
function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
  return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}

test('Save Your Progress appears once per visit, after the second interaction, and blocks nothing (R-I2)', async ({
  guest: page,
}) => {
  const prompt = page.getByRole('dialog', { name: 'Save Your Progress' });
  await openGoals(page);
  await setGoals(page, 'One');
  await expect(goals(page)).toHaveCount(1);
  await expect(prompt).toBeHidden();
  await page.getByRole('tab', { name: 'TIMELINE' }).click();
  await save(await write(page, { content: 'Two' }));
  await expect(prompt).toBeVisible();
  await expect(prompt.getByRole('link', { name: 'Create Account' })).toHaveAttribute(
    'href',
    '/auth?mode=signup',
  );
  await save(await write(page, { content: 'Three, while it is open' }));
  await expect(entry(page, 'Three, while it is open')).toBeVisible();
  await prompt.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(prompt).toBeHidden();
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toBeFocused();
  await page.reload();
  await save(await write(page, { content: 'Four' }));
  await save(await write(page, { content: 'Five' }));
  await expect(entry(page, 'Five')).toBeVisible();
  await expect(prompt).toBeHidden();
});

test('interactions during the tutorial do not count toward Save Your Progress, and both are never open together (R-I4)', async ({
  page,
}) => {
  await page.goto('/');
  const tutorial = page.getByRole('dialog', { name: 'Welcome' });
  await expect(tutorial).toBeVisible();
  await save(await write(page, { content: 'One' }));
  await save(await write(page, { content: 'Two' }));
  await expect(entry(page, 'Two')).toBeVisible();
  const prompt = page.getByRole('dialog', { name: 'Save Your Progress' });
  await expect(prompt).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await save(await write(page, { content: 'Three' }));
  await save(await write(page, { content: 'Four' }));
  await expect(prompt).toBeVisible();
  await page.reload();
  await expect(entry(page, 'Four')).toBeVisible();
  await expect(tutorial).toBeHidden();
});

test("a guest's tutorial waits for a goal and an entry, and does not reopen after Done", async ({ page }) => {
  await page.goto('/');
  const card = page.getByRole('dialog').filter({ hasText: /Step \d of 7/ });
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('tab', { name: 'GOALS' })).toHaveAttribute('aria-selected', 'true');
  await expect(card.getByText('Step 2 of 7')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Next' })).toBeHidden();
  await setGoals(page, 'Talk to three customers');
  await card.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toHaveAttribute('aria-selected', 'true');
  await save(await write(page, { content: 'Talked to one' }));
  for (let step = 3; step < 7; step++) await card.getByRole('button', { name: 'Next' }).click();
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(entry(page, 'Talked to one')).toBeVisible();
  await expect(card).toBeHidden();
});

test('a guest with full browser storage gets an error, and loses neither text nor file', async ({
  guest: page,
  noise,
}) => {
  noise.allow(/console: photo.png was not uploaded/);
  await simulateFullStore(page, 'check_ins');
  await save(await write(page, { content: 'While there was no room' }));
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to save check-in. Please try again.' });
  await expect(alert).toContainText('Delete something, or sign up');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('While there was no room');
  await attach(dialog, fixture('photo.png'));
  await simulateFullStore(page, 'file_bytes');
  await save(dialog);
  const row = entry(page, 'While there was no room');
  await expect(row).toContainText('photo.png was not uploaded.');
  await expect(row).toContainText('Delete something, or sign up');
  await simulateFullStore(page, '');
  await row.getByRole('button', { name: 'Retry photo.png' }).click();
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
});

test('a guest without browser storage sees an explanation and the offer of an account', async ({
  page,
  noise,
}) => {
  noise.allow(/console: .*stores nothing/);
  await disableIndexedDb(page);
  await page.goto('/');
  await expect(
    page.getByRole('heading', { name: 'This browser blocks storage for this site' }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toBeVisible();
});

test('a guest can write offline', async ({ guest: page }) => {
  // The chunks that the page loads when idle.
  const chunks = ['writing-', 'later-', 'guest-files'];
  const fetched = chunks.map((chunk) => page.waitForResponse((response) => response.url().includes(chunk)));
  await page.reload();
  await Promise.all(fetched);
  // Also waits for what these chunks load in turn.
  await page.waitForLoadState('networkidle');
  const dialog = await write(page, { content: 'On a train' });
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Your logbook is in this browser')).toBeVisible();
  await save(dialog);
  await expect(page.getByText('Check-in saved locally!')).toBeVisible();
  await expect(entry(page, 'On a train')).toBeVisible();
  await page.context().setOffline(false);
});

test('a chunk that fails to load leaves the page usable, and loads on retry', async ({
  guest: page,
  noise,
}) => {
  noise.allow(/failed GET .*\/assets\//, /ERR_/, /Changes could not be read/);
  const chunks = /\/assets\/later-[^/]*\.js$/;
  await page.route(chunks, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('tab', { name: 'GOALS' }).click();
  const panel = page.getByRole('tabpanel', { name: 'GOALS' });
  await expect(panel.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert').filter({ hasText: 'and try again' })).toHaveCount(2);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.unroute(chunks);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('button', { name: 'Add a goal' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
});

test("a sign-in in another tab turns a guest's window into the user's logbook", async ({
  guest: page,
  logbook,
}) => {
  const person = new Person(page.context(), logbook.url);
  await person.signUp();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Ada Example's Logbook");
});

test("a guest's deleted entries are purged after 30 days (R-B2)", async ({ guest: page }) => {
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
  await fillGuestStore(page, [
    { id: newId(), content: 'Expired entry', createdAt: daysAgo(60), deletedAt: daysAgo(31) },
    { id: newId(), content: 'Recent entry', createdAt: daysAgo(60), deletedAt: daysAgo(29) },
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const bin = page.getByRole('dialog', { name: 'Recently deleted' });
  await expect(bin.getByText('Recent entry')).toBeVisible();
  await expect(bin.getByText('Expired entry')).toBeHidden();
});

test('an expired session leads to sign-in first, and only the home link opens the guest logbook', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/401 (GET|POST) \/api\/auth\//);
  await person.addCheckIn('Not for a guest');
  const cookies = await person.context.cookies();
  await person.post('/api/auth/sign-out', {});
  await person.context.addCookies(cookies);
  await page.goto('/?tab=goals');
  await expect(page).toHaveURL('/auth');
  await page.getByRole('banner').getByRole('link', { name: 'Logbook' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Logbook');
  await expect(page.getByText('Not for a guest')).toBeHidden();
});

test('a guest can write on plain http, where browsers offer fewer APIs', async ({ page, context }) => {
  await context.addInitScript(() => {
    const absent = { get: () => undefined, configurable: true };
    Object.defineProperty(Crypto.prototype, 'randomUUID', absent);
    for (const name of ['locks', 'clipboard', 'storage'])
      Object.defineProperty(Navigator.prototype, name, absent);
  });
  await page.goto('/');
  await page.getByRole('dialog', { name: 'Welcome' }).getByRole('button', { name: 'Close' }).click();
  await save(await write(page, { content: 'Over plain http', files: fixture('photo.png') }));
  const row = entry(page, 'Over plain http');
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
});
