// The Resume section in all its states, and how tests operate it.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { wordEntries, zip } from '#platform/files/test-contents.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { fixture, openProof, openTimeline, withoutResponses } from './screen.ts';
import type { Visit } from './settings-states.ts';

type Chosen = { name: string; mimeType: string; buffer: Buffer };

export const pdfResume: Chosen = {
  name: 'Ada Example, resume 2026.pdf',
  mimeType: 'application/pdf',
  buffer: readFileSync(fixture('report.pdf')),
};
export const wordResume: Chosen = {
  name: 'resume.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: zip(wordEntries),
};

export const resumeSection = (page: Page): Locator => page.getByRole('region', { name: 'Resume' });

/** Chooses a file as the résumé. The section must be loaded. */
export async function chooseResume(page: Page, file: Chosen | string): Promise<void> {
  await page.locator('input[type=file][accept^=".pdf"]').setInputFiles(file);
}

/** Opens an item of the section's menu. */
export async function resumeMenu(page: Page, item: 'Replace' | 'Delete'): Promise<void> {
  await resumeSection(page).getByRole('button', { name: 'Resume actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Opens the preview of the résumé with this name. */
export async function previewResume(page: Page, name: string): Promise<Locator> {
  await resumeSection(page)
    .getByRole('button', { name: `Preview ${name}` })
    .click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  return dialog;
}

export async function visitResume(page: Page, _person: Person, noise: Noise, visit: Visit): Promise<void> {
  await withoutResponses(page);
  await openTimeline(page);
  const section = resumeSection(page);
  await openProof(page, 'Resume');
  await section.getByRole('button', { name: 'Upload' }).waitFor();

  // The upload stays in progress until it is canceled.
  await page.route('**/api/storage/resumes', () => undefined);
  noise.allow(/failed POST \/api\/storage\/resumes/);
  await chooseResume(page, pdfResume);
  await section.getByRole('progressbar').waitFor();
  await visit('resume-uploading');
  await section.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Upload canceled').waitFor();
  await page.unroute('**/api/storage/resumes');

  await chooseResume(page, pdfResume);
  await page.getByText('Resume uploaded!').waitFor();
  await section.getByRole('button', { name: 'Resume actions' }).click();
  await page.getByRole('menuitem', { name: 'Replace' }).waitFor();
  await visit('resume-menu');
  await page.keyboard.press('Escape');
  const dialog = await previewResume(page, pdfResume.name);
  await dialog.locator('iframe').waitFor();
  await visit('resume-preview');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await chooseResume(page, wordResume);
  await section.getByRole('button', { name: `Preview ${wordResume.name}` }).waitFor();
  await previewResume(page, wordResume.name);
  await visit('resume-preview-word');
  await page.keyboard.press('Escape');

  noise.allow(/500 GET \/api\/resumes/);
  await page.route('**/api/resumes', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await openProof(page, 'Resume');
  await section.getByRole('button', { name: 'Try again' }).waitFor();
  await visit('resume-unavailable');
  await page.unroute('**/api/resumes');
}
