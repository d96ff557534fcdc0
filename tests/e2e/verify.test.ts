// The page that checks packets: in the browser alone, and saved as a file that works without a connection.
import { pathToFileURL } from 'node:url';
import { packetVector } from '../support/packet-vector.ts';
import { expect, test } from './support/test.ts';
import { checkPacket } from './support/verify-states.ts';

const signed = /^Nothing was changed in these 5 items since May 3, 2026/;

test('a packet is checked without a request, and a changed line is named', async ({ page }) => {
  await page.goto('/verify');
  const requested: string[] = [];
  // The result can be the first text in a font.
  page.on('request', (request) => {
    if (!request.url().endsWith('.woff2')) requested.push(request.url());
  });
  await checkPacket(page);
  await expect(page.getByRole('heading', { name: signed })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Lines' }).getByRole('listitem')).toHaveCount(5);
  await checkPacket(page, packetVector().replace('flaky import', 'broken import'));
  await expect(page.getByRole('heading', { name: '1 line of 5 does not match' })).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: 'broken import' });
  await expect(line.getByText('Its text, or the hash of its text, was changed.')).toBeVisible();
  expect(requested).toEqual([]);
});

test('the saved page checks packets without a connection', async ({ page, openContext }, info) => {
  await page.goto('/verify');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save this page' }).click();
  const path = info.outputPath('check-packets.html');
  await (await downloading).saveAs(path);
  const context = await openContext({ offline: true });
  const saved = await context.newPage();
  await saved.goto(pathToFileURL(path).href);
  await checkPacket(saved);
  await expect(saved.getByRole('heading', { name: signed })).toBeVisible();
});
