// Viewing a PDF that the browser itself stores. main-job.test.ts views one that the server stores.
import { attach, entry, fixture, openDialog, save, view } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test("a guest's PDF opens in the browser's viewer", async ({ guest: page }) => {
  const dialog = await openDialog(page);
  await dialog.getByLabel('What did you do?').fill('Wrote the report.');
  await attach(dialog, fixture('report.pdf'));
  await save(dialog);
  const viewer = await view(page, entry(page, 'Wrote the report.'), 'report.pdf');
  const pdf = viewer.locator('iframe[title="report.pdf"]');
  await expect(pdf).toBeVisible();
  const kind = () => pdf.evaluate((frame: HTMLIFrameElement) => frame.contentDocument?.contentType);
  await expect.poll(kind).toBe('application/pdf');
});
