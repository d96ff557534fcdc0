// Without an account: the same logbook, kept by the browser (R-I1).
import type { Page } from '@playwright/test';
import { newId } from '#platform/clock/id.ts';
import { fillGuestStore } from './support/guest-store.ts';
import { goals, openGoals, setGoals } from './support/goals-screen.ts';
import { narrowPhone, phone } from './support/looks.ts';
import { Person } from './support/person.ts';
import { attach, dialogOf, entries, entry, fixture, realFiles, save, view, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/** From now on one of the browser's stores takes nothing more, as when the disk is full; an empty name: all take again. */
async function fillUp(page: Page, store: string): Promise<void> {
  await page.evaluate((full) => {
    const prototype = IDBObjectStore.prototype as {
      put: IDBObjectStore['put'];
      room?: IDBObjectStore['put'];
    };
    const room = (prototype.room ??= prototype.put);
    prototype.put = function put(this: IDBObjectStore, ...given) {
      if (this.name === full) throw new DOMException('No room', 'QuotaExceededError');
      return room.apply(this, given);
    };
  }, store);
}

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
  // Files stand in the order in which they arrived, so each is opened by its name.
  await view(page, row, 'report.pdf');
  const paper = page.locator('iframe[title="report.pdf"]');
  await expect(paper).toBeVisible();
  const kind = () => paper.evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.contentType);
  await expect.poll(kind).toBe('application/pdf');
  await page.keyboard.press('Escape');
  await view(page, row, 'clip.mp4');
  const film = page.getByLabel('clip.mp4').and(page.locator('video'));
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1);
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

test('two windows of one browser show the same at once, and keep their counts', async ({ guest: page }) => {
  const other = await page.context().newPage();
  await other.goto('/');
  await save(await write(page, { content: 'From the first window' }));
  const there = entry(other, 'From the first window');
  await expect(there).toBeVisible();
  await expect(other.getByText('1 entry', { exact: true })).toBeVisible();
  await there.hover();
  await there.getByRole('button', { name: 'Delete' }).click();
  await expect(entries(page)).toHaveCount(0);
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'From the first window')).toBeVisible();
  await expect(page.getByText('1 entry', { exact: true })).toBeVisible();
});

test('SHOUTOUTS and Share need an account, and lead to one', async ({ guest: page }) => {
  await page.getByRole('tab', { name: 'SHOUTOUTS' }).click();
  await expect(page).toHaveURL('/?tab=appreciation');
  const panel = page.getByRole('tabpanel', { name: 'SHOUTOUTS' });
  await expect(panel.getByRole('heading', { name: 'Shoutouts Require an Account' })).toBeVisible();
  await panel.getByRole('link', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  await page.goto('/');
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  const said = page.getByRole('status').filter({ hasText: 'Create an Account' });
  await expect(said).toContainText('Sign up to save your progress and unlock sharing features');
});

test('sharing an entry needs an account; what was typed stays, and is saved without', async ({
  guest: page,
}) => {
  const dialog = await write(page, { content: 'Worth telling' });
  await dialog.getByLabel('Share with manager').check();
  const refusal = page.getByRole('alert').filter({ hasText: 'Sign up required' });
  await expect(refusal).toContainText('Create an account to share with teammates and managers.');
  await dialog.getByLabel('Manager Email').fill('boss@example.com');
  await dialog.getByLabel('Highlight a teammate').check();
  await dialog.getByLabel('Teammate Email').fill('mate@example.com');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Thank you');
  await save(dialog);
  await expect(refusal).toBeVisible();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Worth telling');
  await expect(dialog.getByLabel('Manager Email')).toHaveValue('boss@example.com');
  await dialog.getByLabel('Share with manager').uncheck();
  await dialog.getByLabel('Highlight a teammate').uncheck();
  await expect(refusal).toBeHidden();
  await save(dialog);
  await expect(entry(page, 'Worth telling')).toBeVisible();

  const again = await write(page, { content: 'To be shared' });
  await expect(again.getByLabel('Share with manager')).not.toBeChecked();
  await again.getByLabel('Share with manager').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL('/auth?mode=signup');
  await page.goto('/');
  await expect(page.getByText('Draft kept')).toBeVisible();
});

for (const [device, options] of Object.entries({ desktop: {}, phone, 'narrow phone': narrowPhone })) {
  test.describe(device, () => {
    test.use(options);

    test(`what is said about sharing covers nothing that is being filled in, on a ${device}`, async ({
      guest: page,
    }) => {
      const dialog = await write(page, { content: 'Worth telling' });
      for (const box of ['Share with manager', 'Highlight a teammate']) {
        await dialog.getByLabel(box).check();
        await expect(page.getByRole('alert').filter({ hasText: 'Sign up required' })).toBeInViewport();
        const fields = dialog.locator('[data-together]', { has: page.getByLabel(box) }).getByRole('textbox');
        for (const seen of [...(await fields.all()), dialog.getByRole('heading'), dialog.getByLabel(box)])
          await expect.poll(() => seen.evaluate(isBare), await seen.innerHTML()).toBe(true);
        for (const button of ['Close', 'Save Check-in'])
          expect(await dialog.getByRole('button', { name: button, exact: true }).evaluate(isBare)).toBe(true);
      }
    });
  });
}

/** Whether nothing lies over any corner of an element; runs in the page. */
function isBare(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
  return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}

test('Save Your Progress asks once a visit, after the second thing done, and blocks nothing (R-I2)', async ({
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
  await save(await write(page, { content: 'Three, while it stands there' }));
  await expect(entry(page, 'Three, while it stands there')).toBeVisible();
  await prompt.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(prompt).toBeHidden();
  await expect(page.getByRole('tab', { name: 'TIMELINE' })).toBeFocused();
  await page.reload();
  await save(await write(page, { content: 'Four' }));
  await save(await write(page, { content: 'Five' }));
  await expect(entry(page, 'Five')).toBeVisible();
  await expect(prompt).toBeHidden();
});

test('the tutorial comes first: what is done in it is not counted, and both never stand together (R-I4)', async ({
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

test('the tutorial waits for a goal and an entry of a guest as well, and is over for good', async ({
  page,
}) => {
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

test('a full browser is told, and nothing is lost: neither the words nor the file', async ({
  guest: page,
  noise,
}) => {
  noise.allow(/console: photo.png was not uploaded/);
  await fillUp(page, 'check_ins');
  await save(await write(page, { content: 'While there was no room' }));
  const told = page.getByRole('alert').filter({ hasText: 'Failed to save check-in. Please try again.' });
  await expect(told).toContainText('Delete something, or sign up');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('While there was no room');
  await attach(dialog, fixture('photo.png'));
  await fillUp(page, 'file_bytes');
  await save(dialog);
  const row = entry(page, 'While there was no room');
  await expect(row).toContainText('photo.png was not uploaded.');
  await expect(row).toContainText('Delete something, or sign up');
  await fillUp(page, '');
  await row.getByRole('button', { name: 'Retry photo.png' }).click();
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
});

test('where the browser keeps nothing, the page says so and offers an account', async ({ page, noise }) => {
  noise.allow(/console: .*keeps nothing/);
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is closed', 'SecurityError');
    };
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'This browser keeps nothing for this site' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Create Account' })).toBeVisible();
});

test('offline, a guest goes on writing', async ({ guest: page }) => {
  // The parts that are fetched while nothing else is going on.
  const parts = ['capture-', 'edit-check-in-dialog', 'file-viewer', 'guest-files', 'goals-panel', 'palette-'];
  const fetched = parts.map((part) => page.waitForResponse((answer) => answer.url().includes(part)));
  await page.reload();
  await Promise.all(fetched);
  // And what these parts ask for in turn.
  await page.waitForLoadState('networkidle');
  const dialog = await write(page, { content: 'Under way' });
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. Your logbook is in this browser')).toBeVisible();
  await save(dialog);
  await expect(page.getByText('Check-in saved locally!')).toBeVisible();
  await expect(entry(page, 'Under way')).toBeVisible();
  await page.context().setOffline(false);
});

test('a part that cannot be fetched leaves the page as it is, and comes when there is a line again', async ({
  guest: page,
  noise,
}) => {
  noise.allow(/failed GET .*\/assets\//, /ERR_/);
  const parts = /\/assets\/(goals-panel|palette|search-panel)[^/]*\.js$/;
  await page.route(parts, (route) => route.abort());
  await page.goto('/');
  await page.getByRole('tab', { name: 'GOALS' }).click();
  const panel = page.getByRole('tabpanel', { name: 'GOALS' });
  await expect(panel.getByRole('heading', { name: 'This part could not be loaded' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('alert').filter({ hasText: 'then try again' })).toHaveCount(2);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.unroute(parts);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('button', { name: 'Add a goal' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
});

test("signing in next door makes this window the person's own", async ({ guest: page, logbook }) => {
  const neighbour = new Person(page.context(), logbook.url);
  await neighbour.signUp();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("Ada Example's Logbook");
});

test('what is in the bin for 30 days goes, younger things stay (R-B2)', async ({ guest: page }) => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await fillGuestStore(page, [
    { id: newId(), content: 'Long gone', createdAt: day(60), deletedAt: day(31) },
    { id: newId(), content: 'Not so long', createdAt: day(60), deletedAt: day(29) },
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const bin = page.getByRole('dialog', { name: 'Recently deleted' });
  await expect(bin.getByText('Not so long')).toBeVisible();
  await expect(bin.getByText('Long gone')).toBeHidden();
});

test('a session that has ended is not mistaken for a guest: first the sign-in, and then whatever one likes', async ({
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

test('on plain http, where browsers lend less, everything works as well', async ({ page, context }) => {
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
