// Editing, deleting with Undo, Recently deleted, and how other windows follow (R-B2).
import type { BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expectVisibleFocus, focused, phone, tabTo } from './support/looks.ts';
import type { Person } from './support/person.ts';
import { attach, entries, entry, fixture, openMonth, openTimeline, save } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Edit Check-in' });
const contentField = (dialog: Locator) => dialog.getByLabel('What did you do?');
const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const expectCount = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function edit(page: Page, content: string): Promise<Locator> {
  const row = entry(page, content);
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(editDialog(page)).toBeVisible();
  return editDialog(page);
}

async function remove(page: Page, content: string): Promise<void> {
  const row = entry(page, content);
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
}

type OpenContext = (options: BrowserContextOptions) => Promise<BrowserContext>;

/** The same user's timeline in a separate window, because browsers throttle rendering of background tabs. */
async function otherWindow(person: Person, openContext: OpenContext): Promise<Page> {
  const context = await openContext({ storageState: await person.context.storageState() });
  const page = await context.newPage();
  await openTimeline(page);
  return page;
}

test('an edit changes text, emoji and files, keeps the date, and marks the entry as edited', async ({
  page,
  person,
}) => {
  await person.addCheckIn('First text', { emoji: '🚀', created_at: '2026-01-05T10:00:00Z' });
  await openTimeline(page);
  await openMonth(page, 'January 2026');
  const first = await edit(page, 'First text');
  await expect(first.getByText('Monday, January 5, 2026')).toBeVisible();
  await attach(first, [fixture('photo.png'), fixture('report.pdf')]);
  await save(first);
  const row = entry(page, 'First text');
  await expect(row.getByRole('button', { name: '2 files' })).toBeVisible();

  const dialog = await edit(page, 'First text');
  await contentField(dialog).fill('Better text');
  await dialog.getByRole('radio', { name: 'fire' }).check();
  await dialog.getByRole('button', { name: 'Remove photo.png' }).click();
  await dialog.getByRole('button', { name: 'Remove report.pdf' }).click();
  await dialog.getByRole('button', { name: 'Keep report.pdf' }).click();
  await save(dialog);
  await expect(dialog).toBeHidden();
  const changed = entry(page, 'Better text');
  await expect(changed.getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(changed).toContainText('🔥');
  await expect(changed).toContainText('Jan 5');
  await expect(changed.getByText('Edited', { exact: true })).toHaveAttribute('title', /^Edited \w+day, /);
  await changed.getByRole('button', { name: '1 file' }).click();
  await expect(changed.getByRole('button', { name: 'Open report.pdf' })).toBeVisible();
  await expect(changed.getByRole('button', { name: 'Open photo.png' })).toHaveCount(0);

  await page.reload();
  await openMonth(page, 'January 2026');
  await expect(entry(page, 'Better text')).toContainText('Edited');
});

test('an unsaved edit survives closing, reloading and a failed save', async ({ page, person, noise }) => {
  await person.addCheckIn('As it was');
  await person.addCheckIn('Another one');
  await openTimeline(page);
  await contentField(await edit(page, 'As it was')).fill('Half a change');
  await page.keyboard.press('Escape');
  await expect(entry(page, 'As it was').getByRole('button', { name: 'Unsaved changes' })).toBeVisible();
  await expect(contentField(await edit(page, 'Another one'))).toHaveValue('Another one');
  await page.keyboard.press('Escape');

  await page.reload();
  await entry(page, 'As it was').getByRole('button', { name: 'Unsaved changes' }).click();
  const dialog = editDialog(page);
  await expect(contentField(dialog)).toHaveValue('Half a change');
  noise.allow(/failed PATCH/);
  await page.route('**/api/check_ins/*', (route) => route.abort());
  await save(dialog);
  await expect(page.getByText('Failed to save check-in. Please try again.')).toBeVisible();
  await expect(contentField(dialog)).toHaveValue('Half a change');
  await page.unroute('**/api/check_ins/*');
  await contentField(dialog).fill(' ');
  await save(dialog);
  await expect(page.getByText('Content required')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clear draft' }).click();
  await expect(contentField(dialog)).toHaveValue('As it was');
  await contentField(dialog).fill('A whole change');
  await page.keyboard.press('Control+Enter');
  await expect(entry(page, 'A whole change')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unsaved changes' })).toHaveCount(0);
});

test('a file that is refused in an edit is listed on the entry with Replace', async ({
  page,
  person,
  noise,
}) => {
  noise.allow(/415 POST \/api\/storage\/log-files/, /setup\.pdf was not uploaded/);
  await person.addCheckIn('With a program');
  await openTimeline(page);
  const dialog = await edit(page, 'With a program');
  await attach(dialog, {
    name: 'setup.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ\x90\0'.repeat(64)),
  });
  await save(dialog);
  const row = entry(page, 'With a program');
  await expect(row.getByText('setup.pdf was not uploaded.')).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: 'Replace setup.pdf' }).click();
  await (await choosing).setFiles(fixture('report.pdf'));
  await expect(row.getByRole('button', { name: '1 file', exact: true })).toBeVisible();
  await expect(row.getByText('setup.pdf')).toHaveCount(0);
});

test('an edit, a deletion and its Undo appear in another window', async ({ page, person, openContext }) => {
  await person.addCheckIn('Stays');
  await person.addCheckIn('Changes');
  await openTimeline(page);
  const other = await otherWindow(person, openContext);
  const dialog = await edit(page, 'Changes');
  await contentField(dialog).fill('Has changed');
  await save(dialog);
  await expect(entry(other, 'Has changed')).toContainText('Edited');

  await remove(page, 'Has changed');
  await expect(entry(other, 'Has changed')).toHaveCount(0);
  await expectCount(other, '1 entry');
  await expectCount(page, '1 entry');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(entry(page, 'Has changed')).toBeVisible();
  await expect(entry(other, 'Has changed')).toBeVisible();
  await expectCount(other, '2 entries');
  await expectCount(page, '2 entries');
});

test('of two conflicting edits, the later one shows the other, and overwrites or accepts it', async ({
  page,
  person,
  openContext,
  noise,
}) => {
  await person.addCheckIn('The beginning');
  await openTimeline(page);
  const other = await otherWindow(person, openContext);
  const mine = await edit(page, 'The beginning');
  await contentField(mine).fill('My version');

  const theirs = await edit(other, 'The beginning');
  await contentField(theirs).fill('Their version');
  await save(theirs);
  const note = mine.getByRole('alert').filter({ hasText: 'Changed while you were editing' });
  await expect(note).toContainText('Their version');
  await expect(contentField(mine)).toHaveValue('My version');
  await save(mine);
  await expect(note.getByRole('button', { name: 'Keep mine' })).toBeFocused();
  await note.getByRole('button', { name: 'Keep mine' }).click();
  await expect(note).toHaveCount(0);
  await save(mine);
  await expect(mine).toBeHidden();
  await expect(entry(other, 'My version')).toBeVisible();

  // Without live events, the server's 409 reports the conflict.
  noise.allow(/409 PATCH/);
  await page.routeWebSocket('**/api/live*', () => undefined);
  await page.reload();
  await contentField(await edit(page, 'My version')).fill('My second version');
  const secondEdit = await edit(other, 'My version');
  await contentField(secondEdit).fill('Their second version');
  await save(secondEdit);
  await expect(secondEdit).toBeHidden();
  await save(mine);
  await expect(note).toContainText('Their second version');
  await note.getByRole('button', { name: 'Use the other version' }).click();
  await expect(contentField(mine)).toHaveValue('Their second version');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(contentField(mine)).toHaveValue('My second version');
  await save(mine);
  await expect(entry(other, 'My second version')).toBeVisible();
});

test('an entry deleted in another window while it is edited keeps the edit, and saving restores it', async ({
  page,
  person,
  openContext,
}) => {
  await person.addCheckIn('Soon deleted');
  await person.addCheckIn('Stays');
  await openTimeline(page);
  const other = await otherWindow(person, openContext);
  const dialog = await edit(page, 'Soon deleted');
  await contentField(dialog).fill('Not deleted at all');
  await remove(other, 'Soon deleted');
  await expect(dialog.getByRole('alert').filter({ hasText: 'Deleted while you were editing' })).toBeVisible();
  await expect(contentField(dialog)).toHaveValue('Not deleted at all');
  await dialog.getByRole('button', { name: 'Restore and save' }).click();
  await expect(dialog).toBeHidden();
  await expect(entry(page, 'Not deleted at all')).toBeVisible();
  await expect(entry(other, 'Not deleted at all')).toBeVisible();
  await expectCount(page, '2 entries');
});

test('each deletion has its own Undo, by button and by Ctrl+Z', async ({ page, person }) => {
  for (const content of ['one', 'two', 'three']) await person.addCheckIn(`Entry ${content}`);
  await openTimeline(page);
  await remove(page, 'Entry one');
  await remove(page, 'Entry two');
  await expect(toastOf(page, 'Entry deleted')).toHaveCount(2);
  await expectCount(page, '1 entry');
  await page.keyboard.press('Control+z');
  await expect(entry(page, 'Entry two')).toBeVisible();
  await expect(entry(page, 'Entry one')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(entries(page)).toHaveCount(3);
  await expect(toastOf(page, 'Entry deleted')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await page.reload();
  await expect(entries(page)).toHaveCount(3);
});

test('an entry that cannot be deleted reappears with an error message', async ({ page, person, noise }) => {
  noise.allow(/500 DELETE/);
  await person.addCheckIn('Stubborn');
  await openTimeline(page);
  await page.route('**/api/check_ins/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  );
  const row = entry(page, 'Stubborn');
  await row.hover();
  await row.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to delete entry' })).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expectCount(page, '1 entry');
});

test('Recently deleted shows the days left and restores entries', async ({ page, person }) => {
  await person.addCheckIn('The only one', { emoji: '💡' });
  await openTimeline(page);
  const bin = page.getByRole('dialog', { name: 'Recently deleted' });
  await remove(page, 'The only one');
  await expect(page.getByText('Your journey starts here')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await expect(bin.getByText('💡 The only one')).toBeVisible();
  await expect(bin.getByText('30 days left')).toBeVisible();
  await bin.getByRole('button', { name: 'Restore The only one' }).click();
  await expect(bin.getByText('Nothing was deleted in the last 30 days.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry(page, 'The only one')).toBeVisible();
  await expectCount(page, '1 entry');
});

test('Recently deleted loads in pages and follows changes in other windows', async ({
  page,
  person,
  openContext,
}) => {
  for (let n = 1; n <= 52; n++) {
    const { id } = await person.addCheckIn(`Entry ${n} of many`);
    await person.delete(`/api/check_ins/${id}`);
  }
  await person.addCheckIn('On the timeline');
  await openTimeline(page);
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const rows = page.getByRole('dialog', { name: 'Recently deleted' }).getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toContainText('Entry 52 of many');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(52);
  const other = await otherWindow(person, openContext);
  await remove(other, 'On the timeline');
  await expect(rows.first()).toContainText('On the timeline');
  await other.getByRole('button', { name: 'Undo' }).click();
  await expect(rows.first()).toContainText('Entry 52 of many');
});

test('an entry is edited, deleted and restored by keyboard without losing focus', async ({
  page,
  person,
}) => {
  await person.addCheckIn('Below');
  await person.addCheckIn('Above');
  await openTimeline(page);
  await expect(entries(page)).toHaveCount(2);
  await tabTo(page, /^Edit$/);
  await page.keyboard.press('Enter');
  await expect(contentField(editDialog(page))).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Above, but better');
  await page.keyboard.press('Control+Enter');
  await expect(editDialog(page)).toBeHidden();
  await expectVisibleFocus(page, 'Edit');
  await tabTo(page, /^Delete$/);
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Above')).toHaveCount(0);
  const below = (await focused(page)).name;
  expect(below).toMatch(/^Entry of /);
  await expectVisibleFocus(page, below);
  await page.keyboard.press('Control+z');
  await expect(entry(page, 'Above, but better')).toBeVisible();
});

test('on a touch device an entry is edited and deleted from its menu', async ({
  person,
  openContext,
  logbook,
}) => {
  await person.addCheckIn('Touched');
  await person.addCheckIn('Not touched');
  const context = await openContext({ ...phone, storageState: await person.context.storageState() });
  const page = await context.newPage();
  await page.goto(logbook.url);
  const row = entry(page, 'Touched').first();
  const more = row.getByRole('button', { name: 'More' });
  const box = await more.boundingBox();
  expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Edit' }).tap();
  await contentField(editDialog(page)).fill('Changed by hand');
  await save(editDialog(page));
  await entry(page, 'Changed by hand').getByRole('button', { name: 'More' }).tap();
  await page.getByRole('menuitem', { name: 'Delete' }).tap();
  await expect(entry(page, 'Changed by hand')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(entry(page, 'Changed by hand')).toBeVisible();
});
