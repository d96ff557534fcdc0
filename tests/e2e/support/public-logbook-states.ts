// The public logbook in all its states, and how tests fill and operate it.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Verification, Vouch } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { Noise } from './noise.ts';
import type { Person } from './person.ts';
import { fixture } from './screen.ts';
import type { Visit } from './settings-states.ts';
import { whole } from '../../pseudo-locale/pseudo.ts';

const sample = {
  project_name: 'Nightly import',
  project_context: 'The import blocked the morning reports of three teams.',
  individual_contribution: 'I moved it to the new queue and cut its time from fifty minutes to four.',
  reference_name: 'Mira Manager',
  reference_position: 'Team lead',
  reference_department: 'Data platform',
};

/** A vouch that its reference has confirmed by the emailed link. `files`: the fixture of each file name. */
export async function addVouch(
  person: Person,
  fields: Partial<typeof sample> = {},
  { files = {}, statement }: { files?: Record<string, string>; statement?: string } = {},
): Promise<Vouch> {
  const to = `reference-${randomUUID()}@example.com`;
  const asked = await person.post('/api/vouches', {
    id: newId(),
    ...sample,
    ...fields,
    reference_email: to,
  });
  const vouch = (await asked.json()) as Vouch;
  for (const [name, file] of Object.entries(files))
    await upload(person, '/api/storage/vouch-files', file, { vouch_id: vouch.id, id: newId() }, name);
  const mails = await person.get(`/api/dev/mailbox?to=${encodeURIComponent(to)}`);
  const [mail] = (await mails.json()) as { text: string }[];
  const token = /verify-vouch\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  // The owner's session cannot confirm, so these calls have none.
  const call = async (name: string, body: object) => {
    const response = await fetch(`${person.origin}/api/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Verification;
  };
  const shown = await call('verify-vouch', { token });
  const content_hash = shown.vouch?.content_hash;
  const answered = await call('answer-vouch', { token, answer: 'confirm', content_hash, statement });
  expect(answered.verified).toBe(true);
  return vouch;
}

async function upload(
  person: Person,
  path: string,
  file: string,
  fields: Record<string, string> = {},
  name = file,
) {
  const response = await person.context.request.post(person.origin + path, {
    multipart: {
      ...fields,
      file: { name, mimeType: 'application/octet-stream', buffer: readFileSync(fixture(file)) },
    },
    headers: { origin: person.origin },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Publishes a page with two vouches and a résumé. Returns its path. */
export async function publishPage(person: Person): Promise<string> {
  const slug = `ada-${randomUUID().slice(0, 8)}`;
  await person.patch('/api/profiles', { slug });
  await addVouch(person, {
    project_name: 'Weekly customer calls',
    project_context: 'No one in product talked to customers.',
    individual_contribution:
      'Set up and moderated a call every Thursday for a year.\nTwo features came out of it.',
    reference_name: 'Tom Teammate',
    reference_position: 'Product designer',
  });
  await addVouch(
    person,
    {},
    {
      // The second name is wider than a phone.
      files: { 'report.pdf': 'report.pdf', [`${'nightly-import-'.repeat(8)}photo.png`]: 'photo.png' },
      statement: 'Ada found the cause within a day, and explained it so that all of us understood.',
    },
  );
  await upload(person, '/api/storage/resumes', 'report.pdf');
  return `/${slug}`;
}

export const vouchSlip = (page: Page, project: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: project }) });

export async function openRequestForm(page: Page, project: string): Promise<Locator> {
  await vouchSlip(page, project).getByRole('button', { name: 'Ask to confirm' }).click();
  return page.getByRole('dialog', { name: 'Send a verification request' });
}

export async function visitPublicLogbook(
  page: Page,
  person: Person,
  noise: Noise,
  visit: Visit,
): Promise<void> {
  const path = await publishPage(person);
  // Its theme is chosen when it is loaded.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(path);
    await visit(`public-logbook-${colorScheme}`);
  }
  await page.getByText(whole('Preview')).click();
  await visit('public-logbook-preview');
  const dialog = await openRequestForm(page, 'Nightly import');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await page.getByText('Please fill out all fields.').waitFor();
  await visit('public-logbook-request');
  await person.patch('/api/profiles', { is_public: false });
  noise.allow(new RegExp(`404 GET ${path}`));
  await page.goto(path);
  await visit('public-logbook-not-found');
}
