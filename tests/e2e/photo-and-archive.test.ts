// Uploading a cropped profile photo, and downloading the data archive, in the settings.
import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { quarters, upright } from '../support/photos.ts';
import { unzip } from '../support/unzip.ts';
import { largeText } from './support/throttling.ts';
import { expect, test } from './support/test.ts';

async function openSettings(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Ada Example', level: 1 }).waitFor();
}

const chooseFile = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file);

const photo = async (width: number, height = width) => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await quarters(width, height).jpeg({ quality: 95 }).toBuffer(),
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Crop Profile Photo' });
const selectionOf = (dialog: Locator) => dialog.locator('.ReactCrop__crop-selection');

async function openDialog(page: Page, width: number, height = width): Promise<Locator> {
  await chooseFile(page, await photo(width, height));
  await expect(selectionOf(dialogOf(page))).toBeVisible();
  return dialogOf(page);
}

test('a file that is not an image, or too large, is refused before the crop dialog opens', async ({
  signedIn: page,
}) => {
  await openSettings(page);
  const notImage = page.getByText('Please select an image file');
  for (const file of [
    largeText('notes.txt', 100),
    {
      name: 'drawing.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    },
    { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.alloc(300, 'ftypheic') },
  ]) {
    await chooseFile(page, file);
    await expect(notImage).toBeVisible();
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(notImage).toBeHidden();
  }
  const large = await photo(40);
  await chooseFile(page, { ...large, buffer: Buffer.concat([large.buffer, Buffer.alloc(5 * 1024 * 1024)]) });
  await expect(page.getByText('Image size must be less than 5MB')).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
});

test('the reason why a file was refused disappears when a photo is chosen', async ({ signedIn: page }) => {
  await openSettings(page);
  await chooseFile(page, largeText('notes.txt', 100));
  await expect(page.getByText('Please select an image file')).toBeVisible();
  await openDialog(page, 400);
  // Without waiting: the message would expire.
  expect(await page.getByText('Please select an image file').count()).toBe(0);
});

test('the crop square of a wide image fills its height, moves by arrow keys, and selects what is saved', async ({
  page,
  person,
}) => {
  await openSettings(page);
  const dialog = await openDialog(page, 1200, 600);
  const picture = await dialog.locator('img').boundingBox();
  const first = (await selectionOf(dialog).boundingBox())!;
  // The largest square that fits into a picture of this shape.
  expect(Math.abs(first.width - first.height)).toBeLessThan(2);
  expect(Math.abs(first.height - picture!.height)).toBeLessThan(2);

  await selectionOf(dialog).focus();
  for (let n = 0; n < 40; n++) await page.keyboard.press('Control+ArrowLeft');
  expect((await selectionOf(dialog).boundingBox())!.x).toBeLessThan(first.x - 20);
  await page.evaluate(() => {
    const toBlob = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (done, ...args) {
      document.documentElement.dataset['blobArgs'] = args.join(' ');
      toBlob.call(this, done, ...args);
    };
  });
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Photo saved')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(await page.locator('html').getAttribute('data-blob-args')).toBe('image/jpeg 0.95');

  const { avatar_url: address } = (await (await person.get('/api/profiles')).json()) as {
    avatar_url: string;
  };
  const { data, info } = await sharp(await (await person.get(address)).body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([512, 512]);
  // The left half of the picture, in which one quarter is above the other.
  const pixelAt = (x: number, y: number) => [...data.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)];
  for (const x of [100, 400]) {
    for (const [y, color] of [
      [100, upright[0]],
      [400, upright[2]],
    ] as const) {
      const differences = pixelAt(x, y).map((n, i) => Math.abs(n - color[i]!));
      expect(Math.max(...differences)).toBeLessThan(30);
    }
  }

  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Photo removed')).toBeVisible();
  await expect(page.getByRole('banner').getByText('AE')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove photo' })).toHaveCount(0);
});

test('the crop square starts 90 % wide in a square image, and survives failures to crop and upload', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/POST \/api\/storage\/profile-photos/);
  await openSettings(page);
  const dialog = await openDialog(page, 800);
  const picture = (await dialog.locator('img').boundingBox())!;
  const square = (await selectionOf(dialog).boundingBox())!;
  expect(square.width / picture.width).toBeCloseTo(0.9, 1);
  expect(square.x + square.width / 2).toBeCloseTo(picture.x + picture.width / 2, 0);

  await page.evaluate(() => {
    const canvas = HTMLCanvasElement.prototype;
    const toBlob = canvas.toBlob;
    canvas.toBlob = (done) => {
      canvas.toBlob = toBlob;
      done(null);
    };
  });
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Failed to crop image. Please try again.')).toBeVisible();

  await page.route('**/api/storage/profile-photos', (route) => route.abort('connectionreset'), { times: 1 });
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Failed to upload photo')).toBeVisible();
  await expect(page.getByText('No connection to the server.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save photo' }).click();
  await expect(page.getByText('Photo saved')).toBeVisible();
});

test('the data archive is a ZIP named after the current date', async ({ page, person }) => {
  await person.addCheckIn('Shipped the ledger', { emoji: '🚀' });
  await openSettings(page);
  const pendingDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await pendingDownload;
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
  expect(download.suggestedFilename()).toBe(`logbook-${today}.zip`);
  const files = unzip(await readFile(await download.path()));
  expect([...files.keys()]).toEqual(['logbook.json', 'logbook.md']);
  expect(files.get('logbook.md')!.toString()).toContain('Shipped the ledger');
  await expect(page.getByText('Your data has been downloaded')).toBeVisible();
});

test('the archive download shows its progress, can be canceled, and reports a failure', async ({
  signedIn: page,
  noise,
}) => {
  noise.allow(/GET \/api\/export/);
  await openSettings(page);
  const start = page.getByRole('button', { name: 'Download my data' });

  // Simulates a server that sends half of the announced bytes, then stalls.
  await page.evaluate(() => {
    const realFetch = window.fetch;
    window.fetch = (...args) => {
      if (args[0] !== '/api/export') return realFetch(...args);
      const signal = args[1]!.signal!;
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(512 * 1024));
          signal.addEventListener('abort', () => controller.error(signal.reason));
          addEventListener('break-off', () => controller.error(new TypeError('network error')), {
            once: true,
          });
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'x-export-bytes': String(1024 * 1024) } }));
    };
  });
  await start.click();
  await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByText('512.00 KB of about 1.00 MB')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(start).toBeFocused();

  await start.click();
  await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute('aria-valuenow', '50');
  await page.evaluate(() => dispatchEvent(new Event('break-off')));
  await expect(page.getByText('Failed to download your data')).toBeVisible();
  await expect(start).toBeVisible();
});
