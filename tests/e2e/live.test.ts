// Other windows show changes immediately, catch up on what they missed, and keep their counts correct.
import { readFileSync } from 'node:fs';
import { newId } from '#platform/clock/id.ts';
import { entries, entry, fixture, openDialog, openTimeline, save, write } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const monthTitle = (at: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'Europe/Vienna' }).format(
    new Date(at),
  );

test('entries added in another window appear at the top or in their month, and the counts follow', async ({
  page,
  person,
}) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  const month = page.getByRole('region', { name: monthTitle(new Date().toISOString()) });
  await expect(month.getByText('1 entry', { exact: true })).toBeVisible();
  await person.addCheckIn('From another window', { emoji: '🎉' });
  await expect(entries(page).first()).toContainText('From another window');
  await expect(month.getByText('2 entries', { exact: true })).toBeVisible();

  await person.addCheckIn('From long ago', { created_at: '2024-02-29T12:00:00Z' });
  const older = page.getByRole('group', { name: 'February 2024' });
  await expect(older.getByText('1 entry', { exact: true })).toBeVisible();
  await older.locator('summary').click();
  await expect(entry(page, 'From long ago')).toBeVisible();
  await person.addCheckIn('From long ago, later', { created_at: '2024-02-29T13:00:00Z' });
  await expect(older.getByRole('article')).toHaveText([/later/, /From long ago/]);
  await expect(older.getByText('2 entries', { exact: true })).toBeVisible();
  await expect(month.getByText('2 entries', { exact: true })).toBeVisible();
});

test('files appear in another window as their uploads complete', async ({ page, person, logbook }) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  const check_in_id = newId();
  const names = ['photo.png', 'report.pdf'];
  const files = names.map((name) => ({ id: newId(), name, size: readFileSync(fixture(name)).length }));
  await person.post('/api/check_ins', { id: check_in_id, content: 'With files', files });
  const row = entry(page, 'With files');
  await expect(row).toContainText('Waiting for 2 files');
  for (const [index, { id, name }] of files.entries()) {
    const mimeType = 'application/octet-stream';
    const response = await person.context.request.post('/api/storage/log-files', {
      headers: { origin: logbook.url },
      multipart: { check_in_id, id, file: { name, mimeType, buffer: readFileSync(fixture(name)) } },
    });
    expect(response.status(), await response.text()).toBe(200);
    await expect(row.getByRole('button', { name: index === 0 ? '1 file' : '2 files' })).toBeVisible();
  }
  await expect(row).not.toContainText('Waiting');
  await row.getByRole('button', { name: '2 files' }).click();
  await expect(row.getByRole('listitem')).toHaveCount(2);
});

test('a draft that is open in two windows is saved from both', async ({ page, person, noise }) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  const firstDialog = await write(page, { content: 'Begun here' });
  await firstDialog.getByRole('button', { name: 'Close' }).click();
  const second = await person.context.newPage();
  await openTimeline(second);
  const dialog = await openDialog(second);
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Begun here');
  await dialog.getByLabel('What did you do?').fill('Begun here, continued there');

  await save(await openDialog(page));
  await expect(entry(page, 'Begun here')).toBeVisible();
  // The draft's id is taken by then, so the second window resends it with a new id.
  noise.allow(/409 POST \/api\/check_ins/, /409 \(Conflict\)/);
  await save(dialog);
  for (const window of [page, second]) {
    await expect(entries(window).filter({ hasText: 'Begun here' })).toHaveText([
      /continued there/,
      /Begun here/,
    ]);
  }
  await page.reload();
  await expect((await openDialog(page)).getByLabel('What did you do?')).toHaveValue('');
});

test('a window catches up on entries that it missed while disconnected', async ({
  page,
  person,
  logbook,
  signInInNewBrowser,
  noise,
}) => {
  noise.allow(/WebSocket/, /failed .*ERR_/, /could not be read/);
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  const sameUser = await signInInNewBrowser();
  await person.context.setOffline(true);
  await logbook.kill();
  await logbook.restart();
  for (const content of ['Missed one', 'Missed two', 'Missed three']) await sameUser.addCheckIn(content);
  await expect(page.getByText(/^(You are offline|Offline)\./)).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  await person.context.setOffline(false);
  await expect(entries(page)).toHaveText([/Missed three/, /Missed two/, /Missed one/, /The first entry/]);
  await expect(page.getByText('4 entries', { exact: true })).toBeVisible();
  await sameUser.addCheckIn('After the reconnect');
  await expect(entries(page).first()).toContainText('After the reconnect');
});

test('a window reconnects automatically after a server restart', async ({ page, person, logbook, noise }) => {
  noise.allow(/WebSocket/, /failed .*ERR_/, /could not be read/);
  await person.addCheckIn('The first entry');
  await openTimeline(page);
  await logbook.stop();
  await logbook.restart();
  await person.addCheckIn('After the restart');
  await expect(entries(page)).toHaveText([/After the restart/, /The first entry/], { timeout: 20_000 });
});
