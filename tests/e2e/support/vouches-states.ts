// The Vouches section and the page of the reference in all their states, and how tests operate them.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Vouch } from '#features/vouches/contract.ts';
import type { VerificationRequest } from '#features/vouches/request-contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { fileOpener, fixture, openProof, openTimeline, proofChip, withoutResponses } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

export const vouchesSection = (page: Page): Locator => page.getByRole('region', { name: 'Vouches' });
export const vouchRow = (page: Page, project: string): Locator =>
  vouchesSection(page).getByRole('article', { name: project });
export const vouchDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Request a Vouch' });

export const sampleVouch = {
  project_name: 'Nightly import',
  project_context: 'The import blocked the morning reports of three teams.',
  individual_contribution: 'I moved it to the new queue and cut its time from fifty minutes to four.',
  reference_name: 'Mira Manager',
  reference_email: 'mira.manager@example.com',
  reference_position: 'Team lead',
  reference_department: 'Data platform',
};

/** What a visitor of the public page asked the reference, as the owner's page loads it. */
export const visitorRequest: VerificationRequest = {
  id: newId(),
  vouch_id: newId(),
  requester_name: 'Violet Visitor',
  requester_email: 'violet@example.net',
  message: 'We consider working together.\nDid they really do this?',
  created_at: '2026-11-20T10:00:00.000Z',
};

const labels: Record<keyof typeof sampleVouch, string> = {
  project_name: 'Project name',
  project_context: 'Context',
  individual_contribution: 'Your contribution',
  reference_name: 'Name',
  reference_email: 'Email',
  reference_position: 'Position',
  reference_department: 'Department (optional)',
};

/** Opens the form. The section must be loaded. */
export async function openVouchForm(page: Page): Promise<Locator> {
  await openProof(page, 'Vouches');
  await vouchesSection(page)
    .getByRole('button', { name: whole(/Request a vouch|Continue request/) })
    .click();
  const dialog = vouchDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** Fills in the form without sending it. */
export async function fillVouch(dialog: Locator, vouch: Partial<typeof sampleVouch>): Promise<void> {
  for (const [field, value] of Object.entries(vouch))
    await dialog.getByLabel(whole(labels[field as keyof typeof sampleVouch])).fill(value);
}

/** Opens the list, which is closed at first, and on a phone opens with its section. */
export async function openVouches(page: Page): Promise<void> {
  await openProof(page, 'Vouches');
  if (await proofChip(page, 'Vouches').isVisible()) return;
  const opener = vouchesSection(page).getByRole('button', { expanded: false }).first();
  await opener.click();
}

export async function vouchMenu(page: Page, project: string, item: string): Promise<void> {
  await vouchRow(page, project)
    .getByRole('button', { name: `Actions for ${project}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

export async function askToVouch(person: Person, more: Partial<typeof sampleVouch> = {}): Promise<Vouch> {
  const response = await person.post('/api/vouches', { id: newId(), ...sampleVouch, ...more });
  return (await response.json()) as Vouch;
}

/** The link in the newest email to a reference, from the mailbox of the try-it mode. */
export async function vouchLink(person: Person, to: string): Promise<string> {
  const mails = await person.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
  const [newest] = (await mails.json()) as { text: string }[];
  const link = /http\S+\/verify-vouch\?token=[\w-]+/.exec(newest?.text ?? '')?.[0];
  expect(link, `a link to ${to}`).toBeTruthy();
  return link!;
}

/** Waits for the page of a vouch that can be answered. */
export const askPage = (page: Page) => page.getByRole('heading', { name: /^Do you vouch for/ }).waitFor();

export async function visitVouches(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  await withoutResponses(page);
  await openTimeline(page);
  const dialog = await openVouchForm(page);
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Please fill in all required fields').waitFor();
  await visit('vouch-form-missing');
  await fillVouch(dialog, sampleVouch);
  await dialog.locator('input[type=file]').setInputFiles([fixture('report.pdf'), fixture('photo.png')]);
  await dialog.getByRole('button', { name: 'Remove photo.png' }).waitFor();
  await visit('vouch-form');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Vouch sent!').waitFor();
  await fileOpener(vouchRow(page, sampleVouch.project_name), 'photo.png').waitFor();
  await visit('vouch-pending');

  const link = await vouchLink(person, sampleVouch.reference_email);
  await visitReference(page, link, noise, visit);
  await vouchRow(page, sampleVouch.project_name).getByText(whole('Verified')).waitFor();
  const requests = /\/api\/vouch_verification_requests\?/;
  await page.route(requests, (route) => route.fulfill({ json: { rows: [visitorRequest], next: null } }));
  await vouchRow(page, sampleVouch.project_name)
    .getByRole('button', { name: new RegExp(`^Show details.* of ${sampleVouch.project_name}`) })
    .click();
  await vouchRow(page, sampleVouch.project_name).getByRole('button', { name: 'Show contact email' }).click();
  await vouchRow(page, sampleVouch.project_name).getByRole('link', { name: 'mira.manager' }).waitFor();
  await page.getByText('1 visitor asked').waitFor();
  await visit('vouch-verified');
  await page.unroute(requests);
  const proof = await visitProof(page, person, visit);
  await visitOtherStates(page, person, noise, visit);
  await page.goto(proof);
  await page.getByRole('link', { name: 'Check this vouch' }).waitFor();
  await visit('public-proof');
  noise.allow(/404 GET \/credentials\/unknown/);
  await page.goto('/credentials/unknown');
  await visit('public-proof-unknown');
}

export const proofDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Signed proof' });

export async function openProofOf(page: Page, project: string): Promise<Locator> {
  await vouchRow(page, project)
    .getByRole('button', { name: `Download proof of ${project}` })
    .click();
  const dialog = proofDialog(page);
  await dialog.waitFor();
  return dialog;
}

/** The dialog of the proof without and with a public page. The path of the public page of the proof. */
async function visitProof(page: Page, person: Person, visit: Visit): Promise<string> {
  const dialog = await openProofOf(page, sampleVouch.project_name);
  await dialog.getByText('your public page is off').waitFor();
  await visit('vouch-proof-private');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await person.patch('/api/profiles', { slug: `proof-${newId().slice(-12)}` });
  await openProofOf(page, sampleVouch.project_name);
  const address = await dialog.getByLabel('Address of this proof').inputValue();
  await visit('vouch-proof');
  await dialog.getByRole('button', { name: 'Close' }).click();
  return new URL(address).pathname;
}

/** The page of the reference, up to "Vouch Verified!". */
async function visitReference(owner: Page, link: string, noise: Noise, visit: Visit): Promise<void> {
  noise.allow(/404 GET \/verify-vouch/, /400 POST \/verify-vouch/);
  const { pathname, search } = new URL(link);
  // The states are visited in this page, without its session.
  const cookies = await owner.context().cookies();
  await owner.context().clearCookies();
  await owner.goto(pathname + search);
  await askPage(owner);
  await visit('verify-vouch');
  await owner.getByLabel('Add a sentence (optional)').fill('Well done. '.repeat(40));
  await owner.getByRole('button', { name: 'Confirm' }).click();
  await owner.getByRole('link', { name: 'Go to your sentence' }).waitFor();
  await visit('verify-vouch-too-long');
  await owner.getByRole('button', { name: 'Decline' }).click();
  await owner.getByText('You declined this request').waitFor();
  await visit('verify-vouch-declined');
  await owner.getByLabel('Add a sentence (optional)').fill('The calmest migration I have seen.');
  await owner.getByRole('button', { name: 'Confirm' }).click();
  await owner.getByRole('heading', { name: 'Vouch Verified!' }).waitFor();
  await visit('verify-vouch-verified');
  await owner.context().clearCookies();
  await owner.goto('/verify-vouch');
  await owner.getByText('Invalid verification link').waitFor();
  await visit('verify-vouch-invalid');
  await owner.context().clearCookies();
  await owner.context().addCookies(cookies);
  await openTimeline(owner);
  await openProof(owner, 'Vouches');
  await openVouches(owner);
}

/** States that take days, or a different response from the server. */
async function visitOtherStates(page: Page, person: Person, noise: Noise, visit: Visit): Promise<void> {
  const waiting = await askToVouch(person, { project_name: 'Waiting' });
  const states: Partial<Vouch>[] = [
    { project_name: 'Sent an hour ago', resend_from: '2099-01-01T10:00:00.000Z' },
    { project_name: 'Link expired', status: 'expired' },
    { project_name: 'Declined', status: 'declined', resend_from: null },
    { project_name: 'Withdrawn', status: 'withdrawn', resend_from: null },
    { project_name: 'Held', email: 'held', resend_from: null },
    { project_name: 'Used up', resends: 3, resend_from: null },
  ];
  await page.route(/\/api\/vouches$/, (route) =>
    route.fulfill({
      json: { rows: states.map((state) => ({ ...waiting, ...state, id: newId() })), next: 'a' },
    }),
  );
  await page.reload();
  await openVouches(page);
  await vouchRow(page, 'Used up').waitFor();
  await visit('vouch-states');
  await vouchRow(page, 'Link expired').getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Add files' }).waitFor();
  await visit('vouch-menu');
  await page.keyboard.press('Escape');
  await page.unroute(/\/api\/vouches$/);

  noise.allow(/500 GET \/api\/vouches/);
  await page.route(/\/api\/vouches$/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await vouchesSection(page).getByRole('button', { name: 'Try again' }).waitFor();
  await visit('vouches-unavailable');
  await page.unroute(/\/api\/vouches$/);
}
