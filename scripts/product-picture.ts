// Photographs a filled logbook, for the page that explains the product: `node scripts/product-picture.ts`, after a build.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { schemaFiles } from '#app/server/schema.ts';
import { pictureFormats, picturePath, pictures, type Device } from '#features/introduction/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { readConfig } from '#platform/config/config.ts';
import { joinEmbedded } from '#platform/database/embedded/start-embedded.ts';
import { openDatabase } from '#platform/database/open.ts';
import { loadOrCreateSecret } from '#platform/secrets/secrets.ts';
import { browserOptions } from '#tests/e2e/support/browser-options.ts';
import { LogbookProcess } from '#tests/e2e/support/logbook-process.ts';
import { settled } from '#tests/e2e/support/looks.ts';
import { seedEntries } from './seed/entries.ts';
import { addEntries, ensureAccount } from './seed/fill.ts';

const publicFiles = join(import.meta.dirname, '../src/app/web/public');
const ada = { email: 'ada@example.com', fullName: 'Ada Example', password: 'a good long passphrase' };
const quality = { avif: 52, webp: 70 };

/** The newest entry, with a shoutout. The older ones are those of the seed. */
const today = {
  content: 'Handed the import over to support with one page of answers. No open questions. #imports',
  emoji: '🎉',
  teammate: {
    email: 'jonas@example.com',
    message: 'Your notes from the migration became half of that page. Thank you.',
  },
};

async function fill(dataDir: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase({
    config,
    appSecret: loadOrCreateSecret(config.appSecret, config.dataDir),
    schema: schemaFiles,
    say: () => undefined,
    onLost: (error) => console.error(error),
    embedded: joinEmbedded,
  });
  try {
    const { userId } = await ensureAccount(database, ada);
    // Without a file, the entries are the sample, on every machine.
    await addEntries(database, userId, seedEntries(userId, Date.now(), ''));
  } finally {
    await database.close();
  }
}

/** Opens Ada's timeline as on the device, in a window so tall that nothing covers it. */
async function openTimeline(browser: Browser, origin: string, device: Device): Promise<Page> {
  const isPhone = device === 'phone';
  const context = await browser.newContext({
    baseURL: origin,
    // A desktop reserves room for a scrollbar. The picture is as wide as the rest.
    viewport: { width: pictures[device].width + (isPhone ? 0 : 15), height: 2400 },
    deviceScaleFactor: 2,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-US',
  });
  const { email, password } = ada;
  await context.request.post('/api/auth/sign-in', { data: { email, password }, headers: { origin } });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByText('nightly exports').first().waitFor();
  return page;
}

async function addToday(page: Page, origin: string): Promise<void> {
  const { teammate } = today;
  const data = { ...today, id: newId(), teammate: { ...teammate, id: newId() } };
  const response = await page.request.post('/api/check_ins', { data, headers: { origin } });
  if (!response.ok()) throw new Error(`The entry was refused: ${await response.text()}`);
}

async function photograph(page: Page, device: Device): Promise<void> {
  const { width, height, widths } = pictures[device];
  await page.getByText(today.teammate.message).waitFor();
  // From the heading of the month, with equal margins.
  const column = (await page.getByRole('tablist').boundingBox())!;
  const month = (await page
    .getByRole('heading', { name: /^\w+ \d{4}/ })
    .first()
    .boundingBox())!;
  const clip = { x: column.x - (width - column.width) / 2, y: month.y - 20, width, height };
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await settled(page);
    const picture = sharp(await page.screenshot({ clip }));
    for (const size of widths) {
      for (const format of pictureFormats) {
        const path = picturePath(device, theme, size, format);
        const options = { quality: quality[format], effort: 6 };
        const file = join(publicFiles, path);
        mkdirSync(dirname(file), { recursive: true });
        const { size: bytes } = await picture.clone().resize({ width: size })[format](options).toFile(file);
        console.log(`${path} ${(bytes / 1000).toFixed(1)} kB`);
      }
    }
  }
}

const folder = mkdtempSync(join(tmpdir(), 'logbook-picture-'));
// As root, the database runs as another user, who needs access to this folder.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const logbook = await LogbookProcess.start({ DATA_DIR: dataDir });
try {
  await fill(dataDir);
  const browser = await chromium.launch(browserOptions.launchOptions);
  const desktop = await openTimeline(browser, logbook.url, 'desktop');
  await addToday(desktop, logbook.url);
  await photograph(desktop, 'desktop');
  await photograph(await openTimeline(browser, logbook.url, 'phone'), 'phone');
  await browser.close();
} finally {
  await logbook.dispose();
  rmSync(folder, { recursive: true, force: true });
}
