// The main job end to end: sign up, add a check-in with files, see it in another window, and lose nothing in a crash.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { withMotion } from './support/looks.ts';
import { newAccount, Person } from './support/person.ts';
import {
  entry,
  fixture,
  openTimeline,
  realFiles,
  save,
  signUpOnScreen,
  view,
  write,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.use(withMotion);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function expectCompleteEntry(page: Page, content: string): Promise<void> {
  const row = entry(page, content);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('🚀');
  await expect(row.getByRole('button', { name: '3 files' })).toBeVisible();
}

async function expectFilesOpen(page: Page, content: string, origin: string): Promise<void> {
  const row = entry(page, content);
  const photo = (await view(page, row, 'photo.png')).getByRole('img');
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
  await page.keyboard.press('Escape');

  const pdf = page.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf');
  const frame = (await view(page, row, 'report.pdf')).locator('iframe');
  expect((await pdf).status()).toBe(200);
  const shown = await (await frame.elementHandle()).contentFrame();
  await expect.poll(() => shown?.url()).toMatch(`${origin}/api/storage/object/log-files/`);
  // Chromium renders a PDF with its PDF extension. If a header forbids framing, it shows an error page instead.
  await expect
    .poll(() => page.frames().some((candidate) => candidate.url().startsWith('chrome-extension://')))
    .toBe(true);
  await page.keyboard.press('Escape');

  const video = (await view(page, row, 'clip.mp4')).locator('video');
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(0);
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(192);
  await page.keyboard.press('Escape');
}

async function expectIdenticalDownloads(page: Page, content: string): Promise<void> {
  for (const name of realFiles) {
    const viewer = await view(page, entry(page, content), name);
    const download = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(name);
    expect(sha256(readFileSync(await file.path())), name).toBe(sha256(readFileSync(fixture(name))));
    await viewer.getByRole('button', { name: 'Close' }).click();
  }
}

test('a check-in with three files appears in a second window and survives kill -9', async ({
  page,
  logbook,
  openContext,
  noise,
}) => {
  const account = newAccount();
  const content = 'Shipped the quarterly report, with a film of it.';
  await signUpOnScreen(page, account);
  await expect(page.getByText('Account created!')).toBeVisible();

  const second = new Person(await openContext(), logbook.url, account);
  await second.signIn();
  const secondPage = await second.context.newPage();
  await openTimeline(secondPage);
  await expect(secondPage.getByText('Your journey starts here')).toBeVisible();

  const dialog = await write(page, { content, emoji: 'rocket', files: realFiles.map(fixture) });
  await save(dialog);
  await expect(page.getByText('Check-in saved!')).toBeVisible();
  await expectCompleteEntry(page, content);
  await expectCompleteEntry(secondPage, content);
  await expect(secondPage.getByText('1 entry', { exact: true })).toBeVisible();

  noise.allow(/WebSocket connection/, /Changes could not be read/, /failed .*ERR_CONNECTION_(REFUSED|RESET)/);
  await logbook.kill();
  await logbook.restart();
  for (const window of [page, secondPage]) {
    await window.reload();
    await expectCompleteEntry(window, content);
  }
  await expectFilesOpen(page, content, logbook.url);
  await expectIdenticalDownloads(page, content);
});
