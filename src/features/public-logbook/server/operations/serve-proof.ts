// The proof of a public vouch: its page, the signed credential, and its picture with the credential inside, for other sites. It
// ends when the public page no longer shows the vouch.
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { proofPath } from '#features/credentials/carrier-constants.ts';
import { claimOf } from '#features/credentials/claim-rules.ts';
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import { badgeText } from '#features/credentials/server/documents/badge-text.ts';
import { pictureTypes, type Carriers } from '#features/credentials/server/documents/carriers.ts';
import { issuePublic, type SigningParts } from '#features/credentials/server/operations/issue-public.ts';
import type { Config } from '#platform/config/config.ts';
import { transact } from '#platform/database/transaction.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { CachedPage, sendCached, type PageCache } from '#platform/http/page-cache.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { endTurns } from '#platform/http/request-turns.ts';
import type { StillPage, StillPages } from '#platform/http/still-page.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { tooManyPage } from '../documents/message-page.tsx';
import { noProofPage, proofPage } from '../documents/proof-page.tsx';
import { publicProof, type PublicProof } from '../proof-store.ts';

type Parts = StillPages & {
  config: Config;
  pool: pg.Pool;
  signing: SigningParts;
  carriers: Carriers;
  cache: PageCache;
  unknown: UnknownLimit;
};
export type IssuedProof = Pick<PublicProof, 'user_id' | 'slug' | 'allows_search' | 'full_name'> & {
  json: string;
};

const forms = ['json', 'png', 'svg'] as const;
type Form = (typeof forms)[number];
const proofId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A picture takes a second. */
const pictureMs = 30_000;
const forOthers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
/** Other sites show a picture for so long after its proof has ended. */
const pictureSeconds = 300;

export const readProofId = (text: string): string | undefined => (proofId.test(text) ? text : undefined);

/** Reads the proof, and issues its credential if this is its first reader. */
export async function readProof(
  { pool, signing }: Pick<Parts, 'pool' | 'signing'>,
  id: string,
  caller: string,
): Promise<IssuedProof | undefined> {
  const found = await transact(pool, null, (tx) => publicProof(tx, id));
  if (!found) return undefined;
  if (found.credential_json !== null) return { ...found, json: found.credential_json };
  await issuePublic(signing, { pool, publicId: id, vouch: found, caller });
  const again = await transact(pool, null, (tx) => publicProof(tx, id));
  return again?.credential_json ? { ...again, json: again.credential_json } : undefined;
}

/** The handler of `/credentials/:name`: a proof, alone or with the ending of another form. */
export function serveProof(parts: Parts) {
  const { config, cache, carriers, renderStill, sendStill, unknown } = parts;

  async function render(id: string, form: Form | undefined, caller: string): Promise<CachedPage | undefined> {
    const proof = await readProof(parts, id, caller);
    if (!proof) return undefined;
    const { json, user_id: owner } = proof;
    const robots = proof.allows_search ? {} : { 'x-robots-tag': 'noindex' };
    // Caches ask each time, so that what is no longer public is no longer shown.
    const common = { 'cache-control': 'no-cache', ...robots };
    if (form === undefined) {
      const { headers, gzip } = renderStill(pageOf(id, proof));
      return new CachedPage({ owner, headers: { ...headers, ...common }, gzip: gzip() });
    }
    if (form === 'json') {
      const headers = {
        ...common,
        ...forOthers,
        'content-type': 'application/vc+ld+json',
        vary: 'accept-encoding',
      };
      return new CachedPage({ owner, headers, gzip: gzipSync(json) });
    }
    const headers = {
      ...{ ...common, ...forOthers, 'content-type': pictureTypes[form] },
      'cache-control': `public, max-age=${pictureSeconds}`,
      'content-security-policy': "default-src 'none'; sandbox",
    };
    const plain = await carriers.picture(form, json, caller, AbortSignal.timeout(pictureMs));
    // The proof may have ended while others had their turn.
    if (!(await readProof(parts, id, caller))) return undefined;
    return new CachedPage({ owner, headers, plain });
  }

  function pageOf(
    id: string,
    { json, full_name: name, slug, allows_search: allowsSearch }: IssuedProof,
  ): StillPage {
    const claim = claimOf(JSON.parse(json) as VouchCredential);
    const owner = { name, slug, allowsSearch };
    return proofPage({ id, claim, text: badgeText(claim), owner, origin: config.appUrl });
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const [name = '', ending, ...rest] = (request.params as { name: string }).name.split('.');
    const form = forms.find((known) => known === ending);
    const id = rest.length === 0 && (ending === undefined || form) ? readProofId(name) : undefined;
    const isPage = ending === undefined;
    const caller = addressBlock(request.ip);
    const path = `${proofPath}/${id}${form === undefined ? '' : `.${form}`}`;
    // Pictures wait in a queue of their own. Meanwhile, other heavy requests have their turn.
    if (form === 'png' || form === 'svg') endTurns(request);
    const asked = await unknown.look(caller, async () =>
      id === undefined ? undefined : cache.load(path, () => render(id, form, caller)),
    );
    if (!('wait' in asked) && asked.result) return sendCached(request, reply, asked.result);
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    if ('wait' in asked) {
      if (!isPage) return sendCommon(reply, 'too_many_requests', { retryAfter: asked.wait });
      reply.header('retry-after', String(asked.wait));
      return sendStill(request, reply, tooManyPage(`${proofPath}/${encodeURIComponent(name)}`));
    }
    return isPage ? sendStill(request, reply, noProofPage) : sendCommon(reply, 'not_found');
  };
}
