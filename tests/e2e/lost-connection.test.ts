// The network or the server fails during a save: the page shows a clear message, nothing is lost, and all is stored in
// the end.
import type { Page } from '@playwright/test';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { disableIndexedDb, entries, entry, fixture, openTimeline, save, write } from './support/screen.ts';
import { largeText, slowDown } from './support/throttling.ts';
import { expect, test } from './support/test.ts';

const lostNetwork = [
  /failed .*ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|NETWORK_CHANGED|FAILED)/,
  /console: .*(WebSocket|could not be read|was not uploaded)/,
];

/** Waits until a file is being uploaded. */
async function expectUploading(page: Page): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Saving your entry' });
  await expect(bar).toHaveAttribute('aria-valuetext', 'Uploading files...');
}

test.beforeEach(async ({ page, person }) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
});

test('a connection lost during an upload keeps the entry, lists the file, and uploads it after the reconnect', async ({
  page,
  logbook,
  noise,
}) => {
  noise.allow(...lostNetwork);
  const proxy = await TcpProxy.start(logbook.url);
  await page.goto(proxy.url);
  await slowDown(page, 400_000);
  await save(await write(page, { content: 'On a train', files: largeText('diary.txt', 2_000_000) }));
  await expectUploading(page);
  proxy.cut();
  const row = entry(page, 'On a train');
  await expect(row.getByText('diary.txt was not uploaded.')).toBeVisible();
  await row.getByRole('button', { name: 'Retry diary.txt' }).click();
  await expect(row.getByText('Uploading diary.txt')).toBeVisible();
  await expect(row.getByText('diary.txt was not uploaded.'), 'the connection is still cut').toBeVisible();
  proxy.restore();
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible({ timeout: 40_000 });
  await expect(row.getByText('was not uploaded')).toHaveCount(0);
  await page.goto('/');
  await expect(entry(page, 'On a train').getByRole('button', { name: '1 file' })).toBeVisible();
  await proxy.close();
});

test('a file lost by a reload during its upload, in a browser without storage, is listed and can be chosen again', async ({
  page,
  noise,
}) => {
  noise.allow(...lostNetwork, /could not be saved in this browser/);
  await disableIndexedDb(page);
  await openTimeline(page);
  await slowDown(page, 100_000);
  page.on('dialog', (dialog) => void dialog.accept());
  await save(await write(page, { content: 'Left early', files: largeText('diary.txt', 2_000_000) }));
  await expectUploading(page);
  await page.reload();
  const row = entry(page, 'Left early');
  await expect(row.getByText('Waiting for 1 file')).toBeVisible();
  await expect(row.getByText('diary.txt has not been uploaded.')).toBeVisible({ timeout: 20_000 });
  const chooser = page.waitForEvent('filechooser');
  await row.getByRole('button', { name: 'Choose file again: diary.txt' }).click();
  await (await chooser).setFiles(fixture('report.pdf'));
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible();
});

test('a file is uploaded after the server crashes during its upload and restarts', async ({
  page,
  logbook,
  noise,
}) => {
  noise.allow(...lostNetwork);
  const restoreSpeed = await slowDown(page, 200_000);
  await save(await write(page, { content: 'Through a crash', files: largeText('diary.txt', 2_000_000) }));
  await expectUploading(page);
  await logbook.kill();
  await restoreSpeed();
  await logbook.restart();
  const row = entry(page, 'Through a crash');
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible({ timeout: 40_000 });
});

test('an upload refused because of too many concurrent ones is retried automatically', async ({
  page,
  noise,
}) => {
  noise.allow(/429/);
  let refused = 0;
  await page.route('**/api/storage/log-files', async (route) => {
    if (refused++ > 1) return route.continue();
    const problem = {
      title: 'Too many uploads',
      status: 429,
      code: 'too_many_uploads',
      retry_after: 1,
    };
    await route.fulfill({ status: 429, contentType: 'application/problem+json', json: problem });
  });
  await save(await write(page, { content: 'From many windows', files: largeText('diary.txt', 10_000) }));
  const row = entry(page, 'From many windows');
  await expect(row.getByRole('button', { name: '1 file' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('was not uploaded')).toHaveCount(0);
  expect(refused).toBe(3);
});

test('an entry whose response is lost is not saved twice', async ({ page, noise }) => {
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
