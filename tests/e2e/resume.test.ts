// The Resume section in a browser: upload, preview, replace, download, delete and Undo, in several windows.
import { readFileSync, writeFileSync } from 'node:fs';
import { expectNoSidewaysScroll, phone } from './support/looks.ts';
import {
  chooseResume,
  pdfResume,
  previewResume,
  resumeMenu,
  resumeSection,
  wordResume,
} from './support/resume-states.ts';
import { idleCodeIsLoaded, openProof, openTimeline } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('a résumé is uploaded, previewed, replaced, downloaded, deleted and restored, even on a phone', async ({
  page,
  person: _person,
  signInInNewBrowser,
}) => {
  await openTimeline(page);
  const other = await (await signInInNewBrowser(phone)).context.newPage();
  await openTimeline(other);
  await openProof(other, 'Resume');
  const [section, onPhone] = [resumeSection(page), resumeSection(other)];
  await expect(section).toContainText('PDF or Word, less than 10MB');
  const top = async () => (await page.getByRole('tablist').first().boundingBox())!.y;
  const before = await top();

  const choosing = page.waitForEvent('filechooser');
  await section.getByRole('button', { name: 'Upload' }).click();
  await (await choosing).setFiles(pdfResume);
  await expect(page.getByText('Resume uploaded!')).toBeVisible();
  await expect(section).toContainText(/Ada Example, resume 2026\.pdf\d/);
  expect(await top(), 'the page below stays in place').toBe(before);
  await expect(onPhone).toContainText(pdfResume.name);
  await expectNoSidewaysScroll(other, 'the section');

  const preview = await previewResume(other, pdfResume.name);
  const frame = preview.locator('iframe');
  await expect(frame).toHaveAttribute('src', /^\/api\/storage\/object\/resumes\/.*as=view/);
  expect((await frame.boundingBox())!.height).toBe(600);
  await expectNoSidewaysScroll(other, 'the preview');

  // The open preview follows the new résumé.
  const replacing = page.waitForEvent('filechooser');
  await resumeMenu(page, 'Replace');
  await (await replacing).setFiles(wordResume);
  await expect(section).toContainText(wordResume.name);
  await expect(preview).toBeHidden();
  const word = await previewResume(other, wordResume.name);
  await expect(word).toContainText('Word documents have no preview.');
  const saving = other.waitForEvent('download');
  await word.getByRole('button', { name: 'Download' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe(wordResume.name);
  expect(readFileSync(await download.path()).equals(wordResume.buffer)).toBe(true);
  await word.getByRole('button', { name: 'Close' }).click();

  await resumeMenu(page, 'Delete');
  await expect(page.getByText('Resume deleted')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expect(onPhone.getByRole('button', { name: 'Upload' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(section).toContainText(wordResume.name);
  await expect(onPhone).toContainText(wordResume.name);
  await page.reload();
  await expect(section).toContainText(wordResume.name);
});

test('a file that cannot be uploaded is named with the reason, and can be sent again', async ({
  signedIn: page,
  noise,
}, testInfo) => {
  noise.allow(/415 POST \/api\/storage\/resumes/, /failed POST \/api\/storage\/resumes/);
  noise.allow(/503 (DELETE|POST) \/api\//, /Delete failed/, /Download failed/);
  await openTimeline(page);
  const section = resumeSection(page);
  await section.getByRole('button', { name: 'Upload' }).waitFor();
  const toasts = page.locator('.toast-host');

  await chooseResume(page, { ...pdfResume, name: 'me.png', mimeType: 'image/png' });
  await expect(toasts).toContainText('Invalid file typePlease upload a PDF or Word document');
  // From the disk: content that the test passes itself takes the browser seconds to receive.
  const large = testInfo.outputPath('large.pdf');
  writeFileSync(large, Buffer.alloc(10 * 1024 * 1024));
  await chooseResume(page, large);
  await expect(toasts).toContainText('File too largeResume must be less than 10MB');
  // Only the server sees that the content is no PDF.
  await chooseResume(page, { ...pdfResume, buffer: Buffer.from('<html>not a PDF') });
  await expect(toasts).toContainText('Please upload a PDF or Word document');

  await page.route('**/api/storage/resumes', (route) => route.fulfill({ status: 500, json: {} }));
  noise.allow(/500 POST \/api\/storage\/resumes/);
  await chooseResume(page, pdfResume);
  await expect(toasts).toContainText('Upload failedPlease try again.');
  await page.unroute('**/api/storage/resumes');
  await toasts.getByRole('button', { name: 'Try again' }).click();
  await expect(section).toContainText(pdfResume.name);

  noise.allow(/500 (POST|DELETE) \/api\//);
  await page.route(/\/api\/(storage\/)?resumes\/./, (route) => route.fulfill({ status: 500, json: {} }));
  await section.getByRole('button', { name: 'Download' }).click();
  await expect(toasts).toContainText('Download failedPlease try again.');
  await resumeMenu(page, 'Delete');
  await expect(toasts).toContainText('Delete failedPlease try again.');
  await expect(section).toContainText(pdfResume.name);
});

test('offline, the résumé is shown by name, and an upload says that it needs the connection', async ({
  page,
  context,
  person: _person,
  noise,
}) => {
  noise.allow(/failed (POST|GET) \/api\//, /ERR_INTERNET_DISCONNECTED/);
  await openTimeline(page);
  await chooseResume(page, pdfResume);
  await expect(page.getByText('Resume uploaded!')).toBeVisible();
  await idleCodeIsLoaded(page);
  await context.setOffline(true);
  await chooseResume(page, wordResume);
  await expect(
    page.getByText('You are offline. Please try again when the connection is back.'),
  ).toBeVisible();
  await expect(resumeSection(page)).toContainText(pdfResume.name);
  const preview = await previewResume(page, pdfResume.name);
  await expect(preview.getByText('The preview could not be loaded.')).toBeVisible();
  await context.setOffline(false);
  await expect(preview.locator('iframe')).toBeVisible();
});
