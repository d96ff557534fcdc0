// Input that cannot be saved gets a clear error, and no input is lost.
import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import {
  attach,
  dialogOf,
  entries,
  entry,
  fixture,
  openDialog,
  openTimeline,
  realFiles,
  save,
  view,
  write,
} from './support/screen.ts';
import { expect, test } from './support/test.ts';

const text = (name: string, content = 'A line of text.\n') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const content = (page: Page) => dialogOf(page).getByLabel('What did you do?');

test.beforeEach(async ({ page, person }) => {
  await person.addCheckIn('The first entry');
  await openTimeline(page);
});

test('blank content is refused, and the rest of the form stays', async ({ page }) => {
  const dialog = await write(page, { content: ' \n\t ', emoji: 'fire', files: fixture('photo.png') });
  await save(dialog);
  await expect(page.getByText('Content required', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter some content for your check-in.').first()).toBeVisible();
  await expect(content(page)).toBeFocused();
  await expect(content(page)).toHaveAccessibleDescription('Please enter some content for your check-in.');
  await expect(dialog.getByRole('radio', { name: 'fire' })).toBeChecked();
  await expect(dialog.getByText('photo.png')).toBeVisible();
  await content(page).fill('Now with text');
  await save(dialog);
  await expect(entry(page, 'Now with text').getByRole('button', { name: '1 file' })).toBeVisible();
});

test('10,001 characters are refused and stay in the form, 10,000 are saved', async ({ page }) => {
  const long = 'x'.repeat(10_001);
  const dialog = await write(page, { content: long });
  await expect(dialog.getByText('1 character too many')).toBeVisible();
  await save(dialog);
  await expect(dialog.getByText('A check-in can have up to 10,000 characters.')).toBeVisible();
  await expect(page.getByText('Content too long'), 'the error is shown only at the field').toHaveCount(0);
  await expect(content(page)).toHaveValue(long);
  await content(page).fill(long.slice(1));
  await expect(dialog.getByText('0 characters left')).toBeVisible();
  await save(dialog);
  await expect(entry(page, 'xxxxxxxxxx')).toHaveCount(1);
});

test('an eleventh file is refused by name, and ten are saved', async ({ page }) => {
  const eleven = Array.from({ length: 11 }, (_, index) => text(`notes-${index + 1}.txt`));
  const dialog = await write(page, { content: 'Many files', files: eleven });
  await expect(
    dialog.getByText('notes-11.txt was not attached: a check-in can have up to 10 files.'),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove / })).toHaveCount(10);
  await save(dialog);
  await expect(entry(page, 'Many files').getByRole('button', { name: '10 files' })).toBeVisible();
});

test('a file of 30 MB and an empty file are refused by name', async ({ page }, testInfo) => {
  // From disk, because a buffer of this size would be sent over the browser's control connection.
  const film = testInfo.outputPath('long-film.mp4');
  writeFileSync(film, Buffer.alloc(30 * 1024 * 1024, 1));
  const dialog = await write(page, { content: 'Large and small', files: [film, fixture('empty.txt')] });
  await expect(
    dialog.getByText('long-film.mp4 was not attached: it is 30.00 MB, and a file can be up to 25 MB.'),
  ).toBeVisible();
  await expect(dialog.getByText('empty.txt was not attached: the file is empty.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Remove / })).toHaveCount(0);
  await expect(content(page)).toHaveValue('Large and small');
});

test('a file of an unsupported type is refused by name', async ({ page }) => {
  const dialog = await write(page, {
    content: 'A page',
    files: [
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>alert(1)</script>') },
      { name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    ],
  });
  await expect(dialog.getByText('page.html was not attached: accepted types are')).toBeVisible();
  await expect(dialog.getByText('setup.exe was not attached: accepted types are')).toBeVisible();
});

test('an executable named .pdf is refused by its content, and listed on the entry', async ({
  page,
  noise,
}) => {
  noise.allow(/415 POST \/api\/storage\/log-files/, /console: .*invoice\.pdf was not uploaded/);
  const program = {
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(4096, 7)]),
  };
  await save(await write(page, { content: 'An invoice', files: [program, text('notes.txt')] }));
  const row = entry(page, 'An invoice');
  await expect(row.getByText('invoice.pdf was not uploaded.')).toBeVisible();
  await expect(row.getByText(/Accepted types are images, video, audio, PDF/)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Replace invoice.pdf' })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Retry invoice.pdf' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: '1 file', exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Remove invoice.pdf' }).click();
  await expect(row.getByText('invoice.pdf')).toHaveCount(0);
  await page.reload();
  await expect(entry(page, 'An invoice').getByRole('button', { name: '1 file', exact: true })).toBeVisible();
  await expect(page.getByText('invoice.pdf')).toHaveCount(0);
});

test('hostile file names are shown as plain text, and download under safe names', async ({ page }) => {
  page.on('dialog', (dialog) => {
    throw new Error(`A name opened a dialog: ${dialog.message()}`);
  });
  const names = [
    '<img src=x onerror=alert(1)>.txt',
    '..\\..\\windows\\win.txt',
    '%2e%2e%2f%2e%2e%2fpasswd.txt',
    '"; filename=evil.exe; x=".txt',
    "Robert'); DROP TABLE check_ins;--.txt",
    'naïve 報告 🚀.txt',
    `${'long'.repeat(45)}.txt`,
  ];
  await save(await write(page, { content: 'Odd names', files: names.map((name) => text(name)) }));
  const row = entry(page, 'Odd names');
  await row.getByRole('button', { name: '7 files' }).click();
  await expect(row.getByRole('listitem')).toHaveCount(7);
  const shown = (await row.getByRole('listitem').allInnerTexts()).join('\n');
  expect(shown).toContain('<img src=x onerror=alert(1)>.txt');
  expect(shown).toContain('naïve 報告 🚀.txt');
  await expect(row.locator('img')).toHaveCount(0);
  for (let index = 0; index < names.length; index++) {
    await row.getByRole('button', { name: /^Open/ }).nth(index).click();
    const viewer = page.getByRole('dialog');
    // The viewer grows when the preview arrives, which moves the button.
    await viewer.getByText('A line of text.').waitFor();
    const download = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toMatch(/^[^/\\]+\.txt$/);
    await viewer.getByRole('button', { name: 'Close' }).click();
  }
});

test('markup in an entry is shown as plain text, and URLs become noopener links', async ({ page }) => {
  const markup =
    '<b>bold</b> <script>document.title="broken in"</script> javascript:alert(1) https://example.com/a?b=c';
  await save(await write(page, { content: markup }));
  const row = entry(page, '<b>bold</b>');
  await expect(row).toContainText(markup);
  await expect(row.getByRole('link')).toHaveCount(1);
  await expect(row.getByRole('link')).toHaveAttribute('rel', /noopener/);
  await expect(page).not.toHaveTitle('broken in');
});

test('a draft survives a reload, and lists the files to attach again that the browser could not store', async ({
  page,
  noise,
}) => {
  noise.allow(/could not be saved in this browser/);
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'logbook-outbox') throw new DOMException('No room for bytes.', 'InvalidStateError');
      return open.call(this, name, version);
    };
  });
  await write(page, { content: 'Half a report', emoji: 'target', files: realFiles.map(fixture) });
  await page.reload();
  await expect(page.getByText('Draft kept')).toBeVisible();
  const dialog = await openDialog(page);
  await expect(content(page)).toHaveValue('Half a report');
  await expect(dialog.getByRole('radio', { name: 'target' })).toBeChecked();
  await expect(dialog.getByText(`Attach again: ${realFiles.join(', ')}`)).toBeVisible();
  await attach(dialog, realFiles.map(fixture));
  await save(dialog);
  const row = entry(page, 'Half a report');
  await expect(row.getByRole('button', { name: '3 files' })).toBeVisible();
  await expect((await view(page, row, 'photo.png')).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByText('Draft kept')).toHaveCount(0);
});

test('a future date is refused, and a past date is saved', async ({ page }) => {
  const dialog = await write(page, { content: 'From another day' });
  await dialog.getByRole('button', { name: 'Change date' }).click();
  await dialog.getByLabel('Date and time').fill('2999-01-01T10:00');
  await save(dialog);
  await expect(page.getByText('Choose a date and time that is not in the future.')).toBeVisible();
  await expect(page.getByText('Invalid date'), 'the error is shown only at the field').toHaveCount(0);
  await expect(content(page)).toHaveValue('From another day');
  await dialog.getByLabel('Date and time').fill('2024-02-29T10:00');
  await save(dialog);
  await page.getByText('February 2024').click();
  await expect(entry(page, 'From another day')).toContainText('Feb 29');
  await expect(entry(page, 'From another day')).toContainText('Recorded');
});
