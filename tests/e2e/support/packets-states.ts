// Review packets in all their states, and how tests operate the editor.
import type { Locator, Page } from '@playwright/test';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { addVouch } from './public-logbook-states.ts';
import { openTimeline } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { receiveShoutout } from './shoutouts-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

export async function openPackets(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'GENERATE' }).click();
  await page.getByRole('menuitem', { name: 'Review packet' }).click();
  return page.getByRole('dialog', { name: 'Review packet' });
}

/** As a guest, who has no GENERATE menu. */
export async function openGuestPackets(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Review packet' }).click();
  return page.getByRole('dialog', { name: 'Review packet' });
}

/** Starts a packet of this year with its suggestion. */
export const startPacket = async (page: Page) => start(await openPackets(page));
export const startGuestPacket = async (page: Page) => start(await openGuestPackets(page));

async function start(dialog: Locator): Promise<Locator> {
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByText(whole('This year')).click();
  await dialog.getByRole('button', { name: 'Use this suggestion' }).click();
  await dialog.getByText(whole('Saved')).waitFor();
  return dialog;
}

/** The column of what the period has, and that of what was chosen. */
export const chooseColumn = (dialog: Locator) => dialog.getByRole('region', { name: 'Choose' });
export const writeColumn = (dialog: Locator) => dialog.getByRole('region', { name: 'Your packet' });

export const packetEntries = [
  'Shipped the new invoice export. Finance closed two days early. #billing',
  'Halved the time of the nightly job: 48 minutes to 22. #billing',
  'Ran the first incident review without blame.\nThree fixes came out of it.',
  'Mentored two new colleagues through their first release. #team',
  'Wrote the guide that support uses for refunds. #team',
] as const;

/** Entries of this year, a completed goal and a received shoutout. */
export async function fillYear(person: Person): Promise<void> {
  for (const content of packetEntries) await person.addCheckIn(content, { emoji: '🚀' });
  const goal = await person.setGoal('Give a talk about queues');
  await person.post(`/api/goals/${goal.id}/complete`, { check_in_id: crypto.randomUUID() });
  await receiveShoutout(person, person.origin, 'You kept the room calm on Tuesday night.');
}

const formPaths = /\/api\/packets\/[\w-]+\/(?:pdf|docx)$/;

/** Starts a download that gets no answer. The next one does. */
export async function startUnanswered(page: Page, dialog: Locator, form: 'PDF' | 'Word') {
  await page.route(formPaths, () => undefined, { times: 1 });
  const start = dialog.getByRole('button', { name: `Download ${form}` });
  await start.click();
  const cancel = dialog.getByRole('button', { name: whole('Cancel') });
  await cancel.waitFor();
  return { start, cancel };
}

export async function visitPackets(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/failed .*packets/);
  await openTimeline(page);
  const dialog = await openPackets(page);
  await dialog.getByText('No packets yet').waitFor();
  await visit('packets-none');
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByText('Nothing was logged in this period.').waitFor();
  await visit('packet-period-empty');
  await page.keyboard.press('Escape');

  await fillYear(person);
  await addVouch(person, {}, { files: { 'before-after.png': 'photo.png' }, statement: 'A steady hand.' });
  await openTimeline(page);
  await openPackets(page);
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByText(whole('This year')).click();
  await dialog.getByText('The suggestion has all of it.').waitFor();
  await visit('packet-suggestion');
  await dialog.getByText(whole('Custom')).click();
  await dialog.getByLabel(whole('To')).fill('2020-01-01');
  await dialog.getByText('Choose a day that is not before').waitFor();
  await visit('packet-period-invalid');
  await dialog.getByText(whole('This year')).click();
  await dialog.getByRole('button', { name: 'Use this suggestion' }).click();
  await dialog.getByText(whole('Saved')).waitFor();
  await visit('packet-editor');
  await dialog.getByLabel('Search this period').fill('nothing like it');
  await dialog.getByText('Nothing matches.').waitFor();
  await visit('packet-nothing-matches');
  await dialog.getByLabel('Search this period').fill('');
  // A phone shows one part of the editor at a time.
  const write = dialog.getByText(whole('Write and arrange'));
  if (await write.isVisible()) await write.click();
  for (const form of ['PDF', 'Word'] as const) {
    const { cancel } = await startUnanswered(page, dialog, form);
    await visit(`packet-download-${form.toLowerCase()}`);
    await cancel.click();
    await cancel.waitFor({ state: 'hidden' });
  }
  await dialog.getByRole('button', { name: 'Publish and share' }).click();
  await dialog.getByText('Not published yet.').waitFor();
  await visit('packet-publish');
  const path = await publishOpened(dialog);
  await visit('packet-published');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Email required').waitFor();
  await visit('packet-send-refused');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'All packets' }).click();
  await dialog.getByText('Version 1, published').waitFor();
  await visit('packets');
  await dialog.getByRole('button', { name: /^Tools of/ }).click();
  await visit('packet-tools');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('Delete this packet?').waitFor();
  await visit('packet-delete');
  await page.keyboard.press('Escape');

  // Its theme is chosen when it is loaded.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await visit(`packet-page-${colorScheme}`);
  }
  await page.getByRole('link', { name: 'Check every line of this packet' }).click();
  await page
    .getByRole('heading', { name: /^Logbook at .* recorded these 7 items (on|between) .*, and 1 goal by/ })
    .waitFor();
  await visit('packet-checked');
  noise.allow(/404 GET \/p\//);
  await page.goto(`/p/${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'This packet is not available' }).waitFor();
  await visit('packet-page-ended');
}

/** Publishes the packet whose menu is open. Returns the path of its link. */
export async function publishOpened(dialog: Locator): Promise<string> {
  await dialog.getByRole('button', { name: whole('Publish') }).click();
  const link = dialog.getByLabel(whole('Link'));
  await link.waitFor();
  return new URL(await link.inputValue()).pathname;
}

/** Of a guest with entries. */
export async function visitGuestPackets(page: Page, visit: Visit): Promise<void> {
  const dialog = await openGuestPackets(page);
  await dialog.getByText('No packets yet').waitFor();
  await visit('guest-packets-none');
  await dialog.getByRole('button', { name: 'New packet' }).click();
  await dialog.getByText(whole('This year')).click();
  await dialog.getByRole('button', { name: 'Use this suggestion' }).click();
  await dialog.getByText(whole('Saved')).waitFor();
  await visit('guest-packet-editor');
  await dialog.getByRole('button', { name: 'All packets' }).click();
  await dialog.getByRole('button', { name: /^Tools of/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('Delete this packet?').waitFor();
  await visit('guest-packet-delete');
  await page.keyboard.press('Escape');
}
