// Shared steps of tests about vouches: ask a reference, read the emailed link, answer, attach a file.
import type { Verification, Vouch, VouchFile } from '#features/vouches/contract.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import type { TestApp } from './app.ts';
import type { Answer, Caller, ProblemBody } from './caller.ts';
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

export function askToVouch(caller: Caller, more: object = {}): Promise<Answer<Vouch & ProblemBody>> {
  return caller.call<Vouch & ProblemBody>('POST /api/vouches', { body: vouchBody(more) });
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
): Promise<Answer<Verification & ProblemBody>> {
  const { vouch } = await openLink(caller, token);
  return caller.call<Verification & ProblemBody>('POST /api/functions/v1/answer-vouch', {
    body: { token, answer, content_hash: vouch?.content_hash ?? '', ...more },
  });
}

/** A verified vouch of a user whose page is public, with its address and the id that the page shows. */
export async function publicVouch(
  app: TestApp,
  owner: Caller,
  more: object = {},
): Promise<{ id: string; publicId: string; to: string }> {
  const { json } = await askToVouch(owner, more);
  const publicId = await app.database.asOwner(async (db) => {
    await db.query(
      `update profiles set slug = coalesce(slug, 'user-' || left(md5(user_id::text), 20)), is_public = true
       where user_id = $1`,
      [owner.userId],
    );
    const { rows } = await db.query<{ public_id: string }>(
      `update vouches set status = 'verified', verified_at = now(), content_sha256 = '\\x00'
       where id = $1 returning public_id`,
      [json.id],
    );
    return rows[0]!.public_id;
  });
  return { id: json.id, publicId, to: json.reference_email };
}

export const visitor = {
  requester_name: 'Violet Visitor',
  requester_email: 'violet@example.net',
  message: 'Did Ada\nreally do this?',
};

/** A visitor's request about a public vouch of this owner. */
export async function askAboutVouch(app: TestApp, owner: Caller): Promise<void> {
  const { publicId: vouch_id } = await publicVouch(app, owner);
  const body = { vouch_id, ...visitor };
  const { status } = await app.anonymous().call('POST /api/vouch_verification_requests', { body });
  if (status !== 200) throw new Error(`The request was refused with ${status}.`);
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
): Promise<Answer<VouchFile & ProblemBody>> {
  return caller.call<VouchFile & ProblemBody>('POST /api/storage/vouch-files', {
    form: vouchFileForm(vouchId, ...file),
  });
}
