// Files and a packet that the attacker has stored, and the addresses that only the server can make for them: signed, or
// with a key or token.
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import { limits as packetLimits } from '#features/packets/constants.ts';
import { newId } from '#platform/clock/id.ts';
import { pdf } from '#platform/files/test-contents.ts';
import { draftOf, itemOf } from '../../support/packets.ts';
import { formOf } from './form.ts';
import { send, type Reply } from './send.ts';

type Owner = { url: string; token: string; slug: string; from: string };

/** A request: by default GET, without a body. `isOfProgram`: it has no session. */
export type Asked = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  isOfProgram?: true;
};

/** Addresses to request, or whole requests, by route. */
export type Addresses = Record<string, (string | Asked)[]>;

export type Stored = { entryId: string; fileId: string; resumeId: string };

/** `path`: of the link. */
export type Published = { id: string; path: string };

function caller({ url, token, from }: Owner) {
  const authorization = `Bearer ${token}`;
  return async (
    path: string,
    sent: { method?: string; json?: unknown; form?: ReturnType<typeof formOf> } = {},
  ): Promise<Reply> => {
    const { form, ...rest } = sent;
    const headers = { authorization, ...form?.headers };
    const reply = await send(`${url}${path}`, { from, headers, ...(form ? { body: form.body } : rest) });
    if (reply.status >= 400) throw new Error(`${path}: ${reply.status} ${reply.body.toString()}`);
    return reply;
  };
}

/** Uploads a file to an entry, a photo and a résumé. */
export async function storeFiles(owner: Owner, photo: Buffer): Promise<Stored> {
  const call = caller(owner);
  const [entry, fileId] = [newId(), newId()];
  await call('/api/check_ins', { json: { id: entry, content: 'An entry with a file' } });
  const file = { name: 'photo.jpg', bytes: photo };
  await call('/api/storage/log-files', { form: formOf({ check_in_id: entry, id: fileId }, file) });
  await call('/api/storage/profile-photos', { form: formOf({}, file) });
  const resume = await call('/api/storage/resumes', { form: formOf({}, { name: 'cv.pdf', bytes: pdf() }) });
  return { entryId: entry, fileId, resumeId: (resume.json() as { id: string }).id };
}

type Rows = { checkInIds: readonly string[]; vouchIds: readonly string[] };

/**
 * Publishes a packet of as many vouches with their proofs as it can hold, and otherwise entries, in place of all packets. The first
 * entry has an open file.
 */
export async function publishPacket(
  owner: Owner,
  { entryId }: Stored,
  { checkInIds, vouchIds }: Rows,
): Promise<Published> {
  const call = caller(owner);
  const { rows } = (await call('/api/packets')).json() as { rows: { id: string }[] };
  for (const { id } of rows) await call(`/api/packets/${id}`, { method: 'DELETE' });
  const proven = vouchIds.slice(0, packetLimits.proofs);
  const ids = checkInIds.slice(0, packetLimits.items - 1 - proven.length);
  const draft = draftOf([
    itemOf(entryId, { files: true }),
    ...ids.map((id) => itemOf(id)),
    ...proven.map((id) => itemOf(id, { kind: 'vouch', proof: true })),
  ]);
  const id = newId();
  await call('/api/packets', { json: { id, draft } });
  const published = await call(`/api/packets/${id}/publish`, { json: {} });
  const { link } = published.json() as { link: { url: string } };
  return { id, path: new URL(link.url).pathname };
}

/** Whether it is no longer what `publishPacket` wrote. */
export async function isDraftChanged(owner: Owner, { id }: Published): Promise<boolean> {
  const { revision } = (await caller(owner)(`/api/packets/${id}`)).json() as { revision: number };
  return revision !== 1;
}

const formsOfProof = ['', '.json', '.png', '.svg'];

/** The addresses of what was stored and published, of the public page in its three formats, and of the proofs on it. */
export async function addressesOf(
  owner: Owner,
  { fileId, resumeId }: Stored,
  { path: packet }: Published,
): Promise<Addresses> {
  const call = caller(owner);
  const { slug } = owner;
  const signed = async (path: string) => {
    const reply = await call(`${path}/sign`, { json: { as: 'view' } });
    return (reply.json() as { url: string }).url;
  };
  const avatarAt = async (path: string) =>
    ((await call(path)).json() as { avatar_url: string | null }).avatar_url!;
  const page = (await call(`/${slug}`)).body.toString();
  const publicFile = new RegExp(`/api/public_profiles/${slug}/files/[\\w-]+\\?as=view`).exec(page)![0];
  const redirect = await call(publicFile);
  const proofs = [...new Set(page.match(/\/credentials\/[0-9a-f-]{36}/g))];
  const { credentialStatus, issuer } = (await call(`${proofs[0]}.json`)).json() as VouchCredential;
  return {
    // What other routes are compared with. With a random query, some of its requests are refused, and so cost less.
    'GET /api/check_ins': ['/api/check_ins?limit=50'],
    'GET /guide/:name': ['/guide/proof-of-work'],
    'GET /:segment': [`/${slug}`, `/${slug}.json`, `/${slug}?utm_source=a-link`],
    'GET /api/storage/object/log-files/:id': [await signed(`/api/storage/log-files/${fileId}`)],
    'GET /api/storage/object/resumes/:id': [await signed(`/api/storage/resumes/${resumeId}`)],
    'GET /api/storage/public/profile-photos/:user/:name': [await avatarAt('/api/profiles')],
    'GET /api/public_profiles/:slug/photo/:key': [await avatarAt(`/api/public_profiles/${slug}`)],
    'GET /api/public_profiles/:slug/files/:key': [publicFile],
    'GET /api/storage/object/public-logbooks/:slug/:key': [redirect.headers.location!],
    'GET /credentials/:name': proofs.flatMap((proof) => formsOfProof.map((form) => proof + form)),
    'GET /credentials/status/:list': [new URL(credentialStatus.statusListCredential).pathname],
    'GET /oembed': proofs.map((proof) => `/oembed?url=${encodeURIComponent(issuer.url + proof)}`),
    'GET /p/:name': ['', '.md', '.json', '.pdf', '.docx'].map((form) => packet + form),
    'GET /p/:name/files/:number': [`${packet}/files/1`],
  };
}
