// The network or the server goes away in the middle: a clear word, nothing lost, and it ends with everything stored.
import type { Page } from '@playwright/test';
import { Line } from './support/line.ts';
import { dialogOf, entries, entry, fixture, openTimeline, save, write } from './support/screen.ts';
import { largeText, slowDown } from './support/slow.ts';
import { expect, test } from './support/test.ts';

const lostNetwork = [
  /failed .*ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|NETWORK_CHANGED|FAILED)/,
  /console: .*(WebSocket|could not be read|was not uploaded)/,
];

/** A file is on its way, and some of it has left. */
async function underWay(page: Page): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Saving your entry' });
  await expect(bar).toHaveAttribute('aria-valuetext', 'Uploading files...');
}

test.beforeEach(async ({ page, person }) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
});

test('the line breaks in mid-upload: the entry stands, the file is named, Retry stores it', async ({
  page,
  logbook,
  noise,
}) => {
  noise.allow(...lostNetwork);
  const line = await Line.to(logbook.url);
  await page.goto(line.url);
  await slowDown(page, 400_000);
  await save(await write(page, { content: 'On a train', files: largeText('diary.txt', 2_000_000) }));
  await underWay(page);
  line.cut();
  const row = entry(page, 'On a train');
  await expect(row.getByText('diary.txt was not uploaded.')).toBeVisible();
  await row.getByRole('button', { name: 'Retry diary.txt' }).click();
  await expect(row.getByText('Uploading diary.txt')).toBeVisible();
  await expect(row.getByText('diary.txt was not uploaded.'), 'the line is still cut').toBeVisible();
  line.mend();
  await row.getByRole('button', { name: 'Retry diary.txt' }).click();
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
  await expect(row.getByText('was not uploaded')).toHaveCount(0);
  await page.goto('/');
  await expect(entry(page, 'On a train').getByRole('button', { name: '1 file' })).toBeVisible();
  await line.close();
});

test('a page that is closed in mid-upload: the file is named, and can be chosen again', async ({
  page,
  noise,
}) => {
  noise.allow(...lostNetwork);
  await slowDown(page, 100_000);
  page.on('dialog', (question) => void question.accept());
  await save(await write(page, { content: 'Left early', files: largeText('diary.txt', 2_000_000) }));
  await underWay(page);
  await page.reload();
  const row = entry(page, 'Left early');
  await expect(row.getByText('Waiting for 1 file')).toBeVisible();
  await expect(row.getByText('diary.txt has not arrived.')).toBeVisible({ timeout: 20_000 });
  const chooser = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: 'Choose file again: diary.txt' }).click();
  await (await chooser).setFiles(fixture('report.pdf'));
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
});

test('the server is gone in mid-save: told, kept with its file, and saved at the next try', async ({
  page,
  logbook,
  noise,
}) => {
  noise.allow(...lostNetwork);
  const dialog = await write(page, {
    content: 'Against all odds',
    emoji: 'fire',
    files: fixture('photo.png'),
  });
  await logbook.kill();
  await save(dialog);
  await expect(page.getByText('Failed to save check-in. Please try again.')).toBeVisible();
  await expect(dialogOf(page).getByLabel('What did you do?')).toHaveValue('Against all odds');
  await expect(dialogOf(page).getByRole('radio', { name: 'fire' })).toBeChecked();
  await expect(dialogOf(page).getByText('photo.png')).toBeVisible();
  await logbook.startAgain();
  await save(dialogOf(page));
  const row = entry(page, 'Against all odds');
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await expect(row).toHaveCount(1);
});

test('the server is gone in mid-upload and back: the file arrives all the same', async ({
  page,
  logbook,
  noise,
}) => {
  noise.allow(...lostNetwork);
  const faster = await slowDown(page, 200_000);
  await save(await write(page, { content: 'Through a crash', files: largeText('diary.txt', 2_000_000) }));
  await underWay(page);
  await logbook.kill();
  await faster();
  await logbook.startAgain();
  const row = entry(page, 'Through a crash');
  const stored = row.getByRole('button', { name: '1 file' });
  const again = row.getByRole('button', { name: 'Retry diary.txt' });
  await expect(stored.or(again)).toBeVisible({ timeout: 20_000 });
  if (await again.isVisible()) await again.click();
  await expect(stored).toBeVisible();
});

test('an answer that gets lost does not save the entry twice', async ({ page, noise }) => {
  noise.allow(...lostNetwork);
  let lost = 0;
  await page.route('**/api/check_ins', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await save(await write(page, { content: 'Only once' }));
  await expect(page.getByText('Check-in saved!')).toBeVisible();
  expect(lost).toBe(2);
  await page.reload();
  await expect(entry(page, 'Only once')).toHaveCount(1);
  await expect(entries(page)).toHaveCount(2);
});

test('offline: said, and saved once the network is back', async ({ page, context, noise }) => {
  noise.allow(...lostNetwork);
  const dialog = await write(page, { content: 'In a tunnel' });
  await context.setOffline(true);
  await save(dialog);
  await expect(page.getByText('Failed to save check-in. Please try again.')).toBeVisible();
  await expect(dialogOf(page).getByLabel('What did you do?')).toHaveValue('In a tunnel');
  await context.setOffline(false);
  await save(dialogOf(page));
  await expect(entry(page, 'In a tunnel')).toHaveCount(1);
});
