// The page that checks packets and credentials: in the browser alone, and saved as a file that works without a connection.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { credentialVector } from '../support/credential-vector.ts';
import { packetVector, packetVectorIn } from '../support/packet-vector.ts';
import { violationsIn } from './support/axe.ts';
import { expectNoSidewaysScroll } from './support/looks.ts';
import { expect, test } from './support/test.ts';
import { checkPacket, packetOfOthers, visitChecks } from './support/verify-states.ts';

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

const attributed = /a key that the credential attributes to logbook\.example\.org/;

test('a credential is checked in both suites, with nothing sent but the request for the code of one', async ({
  page,
}) => {
  await page.goto('/verify');
  const requested: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('.woff2')) requested.push(new URL(request.url()).pathname);
  });
  await checkPacket(page, credentialVector('full.json'));
  await expect(page.getByRole('heading', { name: attributed })).toBeFocused();
  await expect(page.getByText('eddsa-rdfc-2022: matches')).toBeVisible();
  await expect(page.getByText('eddsa-jcs-2022: matches')).toBeVisible();
  await expect(page.getByText('Led the rewrite: from 900 ms to 80 ms.').first()).toBeVisible();
  // Lists and keys that the reader has are for the credential that is shown.
  await checkPacket(page, credentialVector('status-list.json'));
  await expect(page.getByText(/^Not withdrawn, by the list of May 3, 2026/)).toBeVisible();
  await checkPacket(page, credentialVector('did.json'));
  await expect(page.getByRole('heading', { name: /by the list of keys that you chose/ })).toBeVisible();
  await checkPacket(page, credentialVector('full.json').replace('900 ms', '901 ms'));
  await expect(page.getByRole('heading', { name: /not as it was signed/ })).toBeVisible();
  await page.getByRole('link', { name: 'What does this prove?' }).click();
  await expect(page.getByRole('heading', { name: 'What does this prove?' })).toBeInViewport();
  expect(requested).toEqual(['/verify/rdf-suite.js']);
});

test('the credential of a vouch in a packet is checked on its own, and compared with its line', async ({
  page,
}) => {
  await page.goto('/verify');
  await checkPacket(page, packetVectorIn('docx', 2));
  await expect(page.getByRole('heading', { name: signed })).toBeFocused();
  const credential = page.getByRole('article');
  await expect(credential.getByRole('heading', { name: attributed })).toBeVisible();
  await expect(credential.getByText('eddsa-rdfc-2022: matches')).toBeVisible();
  await expect(credential.getByRole('button', { name: 'Ask logbook.example.org' })).toBeVisible();
  await credential.getByRole('link', { name: 'Credential of line 5' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'with its own proof' });
  await expect(line).toBeInViewport();
  // A list that the reader has is for what is shown.
  const list = { name: 'list.json', mimeType: 'application/json' };
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ ...list, buffer: Buffer.from(credentialVector('status-list.json')) });
  await expect(credential.getByText(/^Not withdrawn, by the list of May 3, 2026/)).toBeVisible();
  await expect(line).toHaveCount(1);
  await expect(credential.getByRole('link', { name: 'Credential of line 5' })).toBeVisible();
  await checkPacket(page, packetOfOthers());
  await expect(page.getByRole('heading', { name: /says something else than the credential/ })).toBeVisible();
  await expect(line.getByText(/something else than its credential/)).toBeVisible();
  await expect(page.locator('[data-credential][data-verdict=changed]')).toHaveCount(1);
  await expect(credential.getByText('It says something else than line 5 of the packet.')).toBeVisible();
});

test('the issuer is asked when the reader wants it, and its answer decides', async ({ page, noise }) => {
  noise.allow(/^failed GET \/(\.well-known|credentials)\//);
  const asked: string[] = [];
  const headers = { 'access-control-allow-origin': '*' };
  let isDown = true;
  await page.route('https://logbook.example.org/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    asked.push(pathname);
    expect(await route.request().headerValue('referer')).toBeNull();
    if (isDown) return route.abort();
    const file = pathname.endsWith('did.json') ? 'did.json' : 'status-list.json';
    return route.fulfill({ headers, contentType: 'application/json', body: credentialVector(file) });
  });
  await page.goto('/verify');
  await checkPacket(page, credentialVector('full.json'));
  await expect(page.getByRole('button', { name: 'Ask logbook.example.org' })).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Ask logbook.example.org' }).click();
  await expect(page.getByText(/^Nothing was received, or this page may not read it/).first()).toBeVisible();
  isDown = false;
  await page.getByRole('button', { name: 'Ask logbook.example.org' }).click();
  await expect(
    page.getByRole('heading', { name: /^logbook\.example\.org signed this credential/ }),
  ).toBeVisible();
  await expect(page.locator('[data-verdict=confirmed]')).toHaveCount(1);
  await expect(page.getByText(/\(asked just now\)$/)).toBeVisible();
});
