// A packet as a PDF and as a Word file: from the editor, with progress and Cancel, and from the page of its link.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { startUnanswered, fillYear, publishOpened, startPacket } from './support/packets-states.ts';
import { openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const forms = [
  { name: 'PDF', extension: 'pdf', starts: '%PDF-' },
  { name: 'Word', extension: 'docx', starts: 'PK' },
] as const;

const startOf = async (download: Download, length: number) =>
  (await readFile(await download.path())).toString('latin1', 0, length);

async function downloadAfter(page: Page, act: () => Promise<void>): Promise<Download> {
  const download = page.waitForEvent('download');
  await act();
  return download;
}

for (const { name, extension, starts } of forms) {
  test(`the ${name} download of the editor shows progress, can be canceled, and can be repeated`, async ({
    page,
    person,
    noise,
  }) => {
    noise.allow(/failed .*\/(?:pdf|docx)/);
    await fillYear(person);
    await openTimeline(page);
    const dialog = await startPacket(page);
    const downloads: Download[] = [];
    page.on('download', (download) => downloads.push(download));

    const { start, cancel } = await startUnanswered(page, dialog, name);
    await expect(dialog.getByRole('progressbar', { name: 'Download of the packet' })).toBeVisible();
    await expect(dialog.getByText('Making the file...')).toBeVisible();
    await expect(cancel).toBeInViewport({ ratio: 1 });
    await cancel.click();
    await expect(cancel).toBeHidden();
    // Nothing is left to say, and the keyboard continues where it began.
    await expect(start).toBeFocused();
    expect(downloads).toEqual([]);

    const download = await downloadAfter(page, () => start.click());
    expect(download.suggestedFilename()).toBe(`Review packet.${extension}`);
    expect(await startOf(download, starts.length)).toBe(starts);
    await expect(cancel).toBeHidden();
  });
}

test('the page of a packet has a link to its PDF and one to its Word file', async ({
  page,
  person,
  browser,
}) => {
  await fillYear(person);
  await openTimeline(page);
  const dialog = await startPacket(page);
  await dialog.getByRole('button', { name: 'Publish and share' }).click();
  const path = await publishOpened(dialog);
  const reader = await browser.newPage({ baseURL: person.origin });
  await reader.goto(path);
  for (const { name, extension, starts } of forms) {
    const link = reader.getByRole('link', { name, exact: true });
    const download = await downloadAfter(reader, () => link.click());
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${extension}$`));
    expect(await startOf(download, starts.length)).toBe(starts);
  }
  await reader.close();
});
