// Shared steps of tests about vouches: ask a reference, read the emailed link, answer, attach a file.
import type { Verification, Vouch, VouchFile } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { TestApp } from './app.ts';
import type { Answer, Caller } from './caller.ts';
import type { Faulty } from './files.ts';
import { delivered } from './mail.ts';
import type { SmtpSink } from './smtp-sink.ts';

let references = 0;
/** An address that no other test uses. */
export const newReference = (): string => `reference${++references}@example.com`;

export const vouchBody = (more: object = {}) => ({
  id: newId(),
  project_name: 'Billing migration',
  project_context: 'Moved all invoices\nto a new system.',
  individual_contribution: 'Led the migration and wrote the importer.',
  reference_name: 'Grace Hopper',
  reference_email: newReference(),
  reference_position: 'Engineering Manager',
  reference_department: null,
  ...more,
});

export function askToVouch(caller: Caller, more: object = {}): Promise<Answer<Vouch & Faulty>> {
  return caller.call<Vouch & Faulty>('POST /api/vouches', { body: vouchBody(more) });
}

export async function vouchesOf(caller: Caller): Promise<Vouch[]> {
  return (await caller.call<{ rows: Vouch[] }>('GET /api/vouches')).json.rows;
}

/** The tokens of the emails that were sent to a reference, oldest first. */
export async function vouchTokens(app: TestApp, sink: SmtpSink, to: string): Promise<string[]> {
  const found = await delivered(app, sink, to);
  return found.flatMap(({ mail }) => {
    const token = /verify-vouch\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
    return token === undefined ? [] : [token];
  });
}

export async function openLink(caller: Caller, token: string): Promise<Verification> {
  const { json } = await caller.call<Verification>('POST /api/functions/v1/verify-vouch', {
    body: { token },
  });
  return json;
}

/** Answers what the link shows. */
export async function answerLink(
  caller: Caller,
  token: string,
  answer: 'confirm' | 'decline' = 'confirm',
  more: object = {},
): Promise<Answer<Verification & Faulty>> {
  const { vouch } = await openLink(caller, token);
  return caller.call<Verification & Faulty>('POST /api/functions/v1/answer-vouch', {
    body: { token, answer, content_hash: vouch?.content_hash ?? '', ...more },
  });
}

export function vouchFileForm(
  vouchId: string,
  content: Buffer = pdf(),
  name = 'proof.pdf',
  id = newId(),
): FormData {
  const form = new FormData();
  form.set('vouch_id', vouchId);
  form.set('id', id);
  form.set('file', new Blob([Uint8Array.from(content)]), name);
  return form;
}

export function attachToVouch(
  caller: Caller,
  vouchId: string,
  ...file: [content?: Buffer, name?: string, id?: string]
): Promise<Answer<VouchFile & Faulty>> {
  return caller.call<VouchFile & Faulty>('POST /api/storage/vouch-files', {
    form: vouchFileForm(vouchId, ...file),
  });
}
