// Nothing is lost offline: drafts keep their files across reloads, and saved entries are queued and sent once.
import type { Page } from '@playwright/test';
import { hourMs } from '#platform/clock/durations.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { Person } from './support/person.ts';
import {
  attach,
  dialogOf,
  disableIndexedDb,
  entries,
  entry,
  fixture,
  idleCodeIsLoaded,
  openDialog,
  openTimeline,
  save,
  write,
} from './support/screen.ts';
import { largeText, slowDown } from './support/throttling.ts';
import { expect, test } from './support/test.ts';

const offlineNoise = [
  /failed .*ERR_/,
  /console: .*(WebSocket|could not be read|was not uploaded)/,
  /50[234] /,
];
const queuedEntries = (page: Page) => page.getByRole('article', { name: 'Waiting for a connection' });

/** Records the contents of entries that the server saved. */
function recordSavedEntries(page: Page): string[] {
  const contents: string[] = [];
  page.context().on('response', (response) => {
    const request = response.request();
    if (request.method() !== 'POST' || new URL(request.url()).pathname !== '/api/check_ins') return;
    if (response.ok()) contents.push((request.postDataJSON() as { content: string }).content);
  });
  return contents;
}

test.beforeEach(async ({ page, person, noise }) => {
  noise.allow(...offlineNoise);
  await person.addCheckIn('The first entry', { created_at: '2026-01-01T12:00:00Z' });
  await openTimeline(page);
  await idleCodeIsLoaded(page);
});

test('a draft and its files survive a reload', async ({ page }) => {
  const dialog = await write(page, { content: 'Half done', files: ['photo.png', 'report.pdf'].map(fixture) });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => storedFileCount(page)).toBe(2);
  await page.reload();
  await expect(page.getByText('Draft kept')).toBeVisible();
  const reopened = await openDialog(page);
  await expect(reopened.getByLabel('What did you do?')).toHaveValue('Half done');
  await expect(reopened.getByRole('listitem')).toHaveText([/photo\.png/, /report\.pdf/]);
  await save(reopened);
  await expect(entry(page, 'Half done').getByRole('button', { name: '2 files' })).toBeVisible();
  await expect.poll(() => storedFileCount(page), 'no file is left in the outbox').toBe(0);
});

test('Undo restores a cleared draft with its files', async ({ page }) => {
  const dialog = await write(page, { content: 'Half done', files: fixture('photo.png') });
  await page.keyboard.press('Escape');
  await openDialog(page);
  await dialog.getByRole('button', { name: 'Clear draft' }).click();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Half done');
  await expect(dialog.getByLabel('What did you do?')).toBeFocused();
  await expect(dialog.getByRole('listitem')).toHaveText([/photo\.png/]);
  await page.reload();
  await openDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveText([/photo\.png/]);

  // Undo is not offered once there is new input, so it cannot overwrite it.
  await dialog.getByRole('button', { name: 'Clear draft' }).click();
  await expect(page.getByText('Draft cleared')).toBeVisible();
  await dialog.getByLabel('What did you do?').fill('Something else');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});

test('without file storage, a draft lists its files to attach again after a reload', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/could not be saved in this browser/);
  await disableIndexedDb(page);
  await openTimeline(page);
  await idleCodeIsLoaded(page);
  await write(page, { content: 'Half done', files: fixture('photo.png') });
  await page.reload();
  await idleCodeIsLoaded(page);
  const dialog = await openDialog(page);
  await expect(dialog.getByText('Attach again: photo.png')).toBeVisible();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Half done');
  await attach(dialog, fixture('photo.png'));
  await context.setOffline(true);
  await save(dialog);
  await expect(queuedEntries(page)).toContainText(
    'Keep this page open: the browser could not save photo.png.',
  );
});

test('files of an unsaved edit survive a reload', async ({ page }) => {
  await page.getByRole('group', { name: 'January 2026' }).locator('summary').click();
  const row = entry(page, 'The first entry');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Check-in' });
  await attach(dialog, fixture('photo.png'));
  await expect.poll(() => storedFileCount(page)).toBe(1);
  await page.reload();
  await page.getByRole('group', { name: 'January 2026' }).locator('summary').click();
  await row.getByRole('button', { name: 'Unsaved changes' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText([/photo\.png/]);
  await save(dialog);
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
});

test('entries saved offline are queued with their files, and sent once and in order after the reconnect', async ({
  page,
  context,
}) => {
  const sent = recordSavedEntries(page);
  await context.setOffline(true);
  await save(await write(page, { content: 'First in the tunnel', files: fixture('photo.png') }));
  await expect(queuedEntries(page)).toHaveCount(1);
  await expect(queuedEntries(page)).toContainText('1 file');
  await expect(page.getByText('1 entry is waiting for a connection')).toBeVisible();
  await save(await write(page, { content: 'Second in the tunnel' }));
  await expect(queuedEntries(page)).toHaveText([/Second in/, /First in/]);
  await expect(page.getByText('2 entries are waiting for a connection')).toBeVisible();
  await context.setOffline(false);
  await expect(entry(page, 'First in the tunnel').getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(entry(page, 'Second in the tunnel')).toBeVisible();
  await expect(queuedEntries(page)).toHaveCount(0);
  expect(sent).toEqual(['First in the tunnel', 'Second in the tunnel']);
  await page.reload();
  await expect(entries(page)).toHaveText([/Second in/, /First in/]);
});

test('a queued entry is sent by a page opened later, with the time it was saved', async ({
  page,
  context,
  person,
}) => {
  await context.setOffline(true);
  await save(await write(page, { content: 'Written on a plane', files: fixture('photo.png') }));
  await expect(queuedEntries(page)).toHaveCount(1);
  const savedAt = Date.now();
  await expect.poll(() => storedFileCount(page)).toBe(1);
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  const sent = recordSavedEntries(later);
  await later.clock.install({ time: Date.now() });
  await openTimeline(later);
  await expect(entry(later, 'Written on a plane').getByRole('button', { name: '1 file' })).toBeVisible();
  expect(sent).toEqual(['Written on a plane']);
  const response = await person.get('/api/check_ins');
  const { rows } = (await response.json()) as { rows: { content: string; created_at: string }[] };
  const [row] = rows.filter(({ content }) => content === 'Written on a plane');
  expect(Date.parse(row?.created_at ?? '')).toBeLessThanOrEqual(savedAt);
});

test('an entry saved while the server is down is sent after the restart', async ({ page, logbook }) => {
  const dialog = await write(page, {
    content: 'Against all odds',
    emoji: 'fire',
    files: fixture('photo.png'),
  });
  await logbook.kill();
  await save(dialog);
  await expect(queuedEntries(page)).toContainText('Against all odds', { timeout: 20_000 });
  await logbook.restart();
  await expect(entry(page, 'Against all odds').getByRole('button', { name: '1 file' })).toBeVisible({
    timeout: 30_000,
  });
  await page.reload();
  await expect(entry(page, 'Against all odds')).toHaveCount(1);
});

test('two windows both show a queued entry, and only one sends it', async ({ page, context }) => {
  const second = await context.newPage();
  await openTimeline(second);
  await idleCodeIsLoaded(second);
  const sent = recordSavedEntries(page);
  await context.setOffline(true);
  await save(await write(page, { content: 'Only once' }));
  await expect(queuedEntries(page)).toHaveCount(1);
  await expect(queuedEntries(second)).toHaveCount(1);
  await context.setOffline(false);
  for (const window of [page, second]) {
    await expect(entry(window, 'Only once')).toHaveCount(1);
    await expect(queuedEntries(window)).toHaveCount(0);
  }
  expect(sent).toEqual(['Only once']);
});

test('after a session ends, a queued entry is hidden from other users and sent once its owner signs in', async ({
  page,
  context,
  person,
  logbook,
  noise,
}) => {
  noise.allow(/401 /);
  await context.setOffline(true);
  await save(await write(page, { content: 'Mine alone' }));
  await expect(queuedEntries(page)).toHaveCount(1);
  await context.setOffline(false);
  await page.goto('about:blank');
  await context.clearCookies();
  const other = new Person(context, logbook.url);
  await other.signUp();
  await openTimeline(page);
  await expect(queuedEntries(page)).toHaveCount(0);
  await expect(entries(page)).toHaveCount(0);
  await page.goto('about:blank');
  await context.clearCookies();
  await person.signIn();
  await openTimeline(page);
  await expect(entry(page, 'Mine alone')).toHaveCount(1);
});

test('a queued entry that is refused shows the reason and can be edited and saved', async ({
  page,
  context,
  noise,
}) => {
  noise.allow(/400 POST \/api\/check_ins/);
  await context.setOffline(true);
  await save(await write(page, { content: 'Too late' }));
  await expect(queuedEntries(page)).toHaveCount(1);
  const refusal = { code: 'content_too_long', title: 'Content too long', detail: 'Please shorten it.' };
  await page.route('**/api/check_ins', (route) =>
    route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(refusal) }),
  );
  await context.setOffline(false);
  const row = page.getByRole('article', { name: 'Not saved yet' });
  await expect(row).toContainText('Please shorten it.');
  await expect(dialogOf(page), 'the dialog does not open automatically').toHaveCount(0);
  await page.reload();
  await expect(row).toContainText('Please shorten it.');
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(dialogOf(page).getByLabel('What did you do?')).toHaveValue('Too late');
  await page.unroute('**/api/check_ins');
  await dialogOf(page).getByLabel('What did you do?').fill('In time');
  await save(dialogOf(page));
  await expect(entry(page, 'In time')).toHaveCount(1);
});

test('a queued entry can be sent manually and discarded', async ({ page, context }) => {
  await context.setOffline(true);
  await save(await write(page, { content: 'Given up' }));
  await expect(queuedEntries(page)).toHaveCount(1);
  await queuedEntries(page).getByRole('button', { name: 'Send now' }).click();
  await expect(queuedEntries(page), 'it stays queued').toHaveCount(1);
  await queuedEntries(page).getByRole('button', { name: 'Discard' }).click();
  await expect(queuedEntries(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.reload();
  await expect(entries(page)).toHaveCount(0);
});

test('Undo restores a discarded entry with its file', async ({ page, context }) => {
  await context.setOffline(true);
  await save(await write(page, { content: 'Not meant', files: fixture('photo.png') }));
  await queuedEntries(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Entry discarded')).toBeVisible();
  await expect(queuedEntries(page)).toHaveCount(0);
  await expect.poll(() => storedFileCount(page), 'the browser has deleted the file').toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(queuedEntries(page)).toContainText('Not meant');
  await context.setOffline(false);
  await expect(entry(page, 'Not meant').getByRole('button', { name: '1 file' })).toBeVisible();
});

test('a queued entry with a time in the future, from a fast clock, is saved with the current time', async ({
  page,
  context,
  person,
  noise,
}) => {
  noise.allow(/400 POST \/api\/check_ins/);
  await page.clock.setSystemTime(Date.now() + hourMs);
  await context.setOffline(true);
  await save(await write(page, { content: 'From the future' }));
  await expect(queuedEntries(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(entry(page, 'From the future')).toHaveCount(1);
  const { rows } = (await (await person.get('/api/check_ins')).json()) as { rows: { created_at: string }[] };
  expect(Date.parse(rows[0]?.created_at ?? '')).toBeLessThanOrEqual(Date.now() + 1000);
});

test('the outbox holds at most 50 entries, and the dialog of the next one stays open with an error', async ({
  page,
  person,
}) => {
  const { user } = (await (await person.get('/api/auth/user')).json()) as { user: { id: string } };
  await page.evaluate((userId) => {
    for (let i = 0; i < 50; i++) {
      const value = { id: `n${i}`, content: `Number ${i}`, state: 'refused', reason: '' };
      localStorage.setItem(`logbook-unsent/n${i}:${userId}`, JSON.stringify({ at: i, value }));
    }
  }, user.id);
  const dialog = await write(page, { content: 'One too many' });
  await save(dialog);
  await expect(page.getByText('No more entries can wait.')).toBeVisible();
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('One too many');
});

test('account deletion deletes drafts and their files from the browser', async ({ page, noise }) => {
  // The page reads the goals for offline use, possibly while the account is being deleted.
  noise.allow(/401 GET \/api\/goals/);
  await write(page, { content: 'Half done', files: fixture('photo.png') });
  await expect.poll(() => storedFileCount(page)).toBe(1);
  await page.goto('/profile');
  await page.getByText('Danger Zone').click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /delete/i })
    .click();
  await expect(page).toHaveURL('/auth');
  expect(await storedFileCount(page)).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))).toEqual(
    [],
  );
});

test('an upload interrupted by a reload completes afterwards', async ({ page, logbook }) => {
  const proxy = await TcpProxy.start(logbook.url);
  await page.goto(proxy.url);
  await slowDown(page, 100_000);
  page.on('dialog', (dialog) => void dialog.accept());
  await save(await write(page, { content: 'Left early', files: largeText('diary.txt', 2_000_000) }));
  const bar = page.getByRole('progressbar', { name: 'Saving your entry' });
  await expect(bar).toHaveAttribute('aria-valuetext', 'Uploading files...');
  await page.reload();
  await expect(entry(page, 'Left early').getByRole('button', { name: '1 file' })).toBeVisible({
    timeout: 40_000,
  });
  await proxy.close();
});

/** The number of files in the browser's outbox. */
function storedFileCount(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    // Opening the database would create it.
    if (!all.some(({ name }) => name === 'logbook-outbox')) return 0;
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open('logbook-outbox');
      open.onerror = () => reject(new Error('closed'));
      open.onsuccess = () => resolve(open.result);
    });
    const count = database.transaction('files').objectStore('files').count();
    await new Promise((resolve) => (count.onsuccess = resolve));
    database.close();
    return count.result;
  });
}
