// The states of /import.
import type { Page } from '@playwright/test';
import { credentialVector, statusListUrl } from '#tests/support/credential-vector.ts';
import { archiveOfVouch, chooseArchive } from './archive-screen.ts';
import { calendarFile, chooseFiles, daysAgo, recommendationsFile } from './imports-screen.ts';
import { pageAnswers } from './screen.ts';
import type { Visit } from './settings-states.ts';

export async function visitImports(page: Page, visit: Visit): Promise<void> {
  await page.goto('/import');
  await page.getByRole('heading', { name: 'Bring what you have' }).waitFor();
  await visit('imports');

  await page.goto('/import?format=markdown');
  await page.getByRole('button', { name: 'Choose a folder' }).waitFor();
  await visit('imports-format');

  await chooseFiles(page, 'Calendar', calendarFile());
  await page.getByRole('heading', { name: '5 suggestions in 1 group' }).waitFor();
  await page.getByText('Line by line').click();
  await visit('imports-preview');
  await page.getByRole('button', { name: 'Add 5 suggestions to the inbox' }).click();
  await page.getByRole('link', { name: 'Review them' }).waitFor();
  await visit('imports-added');

  await chooseArchive(page);
  await page.getByRole('button', { name: 'Add all to my log' }).waitFor();
  await page.getByText('Line by line').click();
  await visit('imports-archive');
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await page.getByRole('link', { name: 'See your log' }).waitFor();
  await visit('imports-archive-added');
  await page.getByRole('link', { name: 'See your log' }).click();
  await page.getByRole('tab', { name: 'SHOUTOUTS' }).click();
  await page.getByRole('article', { name: 'From Bo Colleague' }).waitFor();
  await visit('shoutouts-elsewhere');
  await visitSignedVouches(page, visit);

  await page.goto('/import?format=csv');
  await pageAnswers(page);
  await page
    .getByLabel('Or paste cells from a spreadsheet')
    .fill(`When\tWhat\tPlace\n${daysAgo(2)}\tFixed OPS-12\tBerlin office, second floor`);
  await page.getByRole('button', { name: 'Read the cells' }).click();
  await page.getByRole('heading', { name: 'Columns' }).waitFor();
  await page.getByLabel('Choose days').check();
  await visit('imports-columns');

  await chooseFiles(page, 'LinkedIn', recommendationsFile());
  await page.getByText('Recommendation from Grace Hopper').waitFor();
  await visit('imports-linkedin');

  const wrong = { name: 'photo.ics', mimeType: 'text/calendar', buffer: Buffer.from('<html>') };
  await chooseFiles(page, 'Calendar', wrong);
  await page.getByRole('heading', { name: 'Nothing to suggest' }).waitFor();
  await visit('imports-nothing');
}

/** Vouches of other instances: without a credential, signed, and what the issuer has sent about it. */
async function visitSignedVouches(page: Page, visit: Visit): Promise<void> {
  await chooseArchive(page, archiveOfVouch());
  await page.getByRole('button', { name: 'Add all to my log' }).click();
  await page.getByRole('link', { name: 'See your log' }).click();
  const vouch = page.getByRole('article', { name: 'Search 🚀' });
  const did = credentialVector('did.json');
  const otherKeys = did.replaceAll(/z6Mk\w+/g, 'z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp');
  const states = { signed: undefined, verified: did, refused: otherKeys };
  for (const [state, keys] of Object.entries(states)) {
    if (keys !== undefined) await keepAnswers(page, keys);
    await page.reload();
    await page.getByRole('button', { name: '2 from another Logbook' }).click();
    await vouch.getByRole('link', { name: /^Check with/ }).waitFor();
    await visit(`vouches-elsewhere-${state}`);
  }
}

/** What a visit of /verify leaves in the tab. */
async function keepAnswers(page: Page, keys: string): Promise<void> {
  const list = credentialVector('status-list.json');
  const answers = { 'https://logbook.example.org/.well-known/did.json': keys, [statusListUrl]: list };
  await page.evaluate((sent) => {
    const kept = Object.entries(sent).map(([address, text]) => ({ address, text, at: Date.now() }));
    sessionStorage.setItem('issuer-answers', JSON.stringify(kept));
  }, answers);
}
