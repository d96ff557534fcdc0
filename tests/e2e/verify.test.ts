// The page that checks packets: in the browser alone, and saved as a file that works without a connection.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { packetVector } from '../support/packet-vector.ts';
import { violationsIn } from './support/axe.ts';
import { expectNoSidewaysScroll } from './support/looks.ts';
import { expect, test } from './support/test.ts';
import { checkPacket, visitChecks } from './support/verify-states.ts';

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
  await expect(page.locator('[data-lines]').getByRole('listitem')).toHaveCount(5);
  await checkPacket(page, packetVector().replace('flaky import', 'broken import'));
  await expect(page.getByRole('heading', { name: '1 line of 5 does not match' })).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: 'broken import' });
  await expect(line.getByText('Its text, or the hash of its text, was changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Line 2', exact: true }).click();
  await expect(line).toBeInViewport();
  expect(requested).toEqual([]);
});

test('the saved page checks packets without a connection, and is accessible in each state', async ({
  page,
  openContext,
}, info) => {
  await page.goto('/verify');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save this page' }).click();
  const path = info.outputPath('check-packets.html');
  await (await downloading).saveAs(path);
  const context = await openContext({ offline: true });
  const saved = await context.newPage();
  const requested: string[] = [];
  saved.on('request', (request) => requested.push(request.url()));
  await saved.goto(pathToFileURL(path).href);
  await expect(saved.getByLabel('Or paste a link of this site')).toHaveCount(0);
  const violations: string[] = [];
  await visitChecks(saved, 'saved', async (state) => {
    violations.push(...(await violationsIn(saved, {})).map((violation) => `${state}: ${violation}`));
    await expectNoSidewaysScroll(saved, state);
  });
  expect(violations).toEqual([]);
  await checkPacket(saved);
  await expect(saved.getByRole('heading', { name: signed })).toBeVisible();
  expect(requested).toEqual([pathToFileURL(path).href]);
});

test('a file that cannot be read, a folder and several files are refused with a sentence', async ({
  page,
}, info) => {
  const sentence = page.locator('[data-result] h2');
  const path = info.outputPath('packet.json');
  writeFileSync(path, packetVector());
  await page.goto('/verify');
  // The page reads the file when it was changed after it was chosen.
  await page.evaluate(() => {
    const { slice } = File.prototype;
    File.prototype.slice = function (...range) {
      const part = slice.apply(this, range);
      part.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
      return part;
    };
  });
  await page.getByLabel('Choose a file').setInputFiles(path);
  await expect(sentence).toHaveText(/could not be read/);
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    for (const name of ['a.json', 'b.json']) transfer.items.add(new File(['{}'], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  });
  await expect(sentence).toHaveText(/^Drop one file/);
  await page.evaluate(() => {
    DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true }) as FileSystemEntry;
    const transfer = new DataTransfer();
    transfer.items.add(new File([], 'folder'));
    document.querySelector('[data-result]')!.replaceChildren();
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  });
  await expect(sentence).toHaveText(/^Drop one file/);
});
