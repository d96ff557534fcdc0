// Describes the picture of a proof to other sites (https://oembed.com), which then show it with a link, without a script of ours.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { pictureSize, proofPath } from '#features/credentials/carrier-constants.ts';
import { claimOf } from '#features/credentials/claim-rules.ts';
import type { VouchCredential } from '#features/credentials/format-contract.ts';
import type { SigningParts } from '#features/credentials/server/operations/issue-public.ts';
import type { Config } from '#platform/config/config.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { sendCommon } from '#platform/http/problem.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { readProof, readProofId } from './serve-proof.ts';

type Parts = { config: Config; pool: pg.Pool; signing: SigningParts; unknown: UnknownLimit };
type Query = Record<'url' | 'format' | 'maxwidth' | 'maxheight', unknown>;

const seconds = 300;

/** The id of a proof of this instance. */
function idIn(url: unknown, origin: string): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin: host, pathname } = new URL(url);
  const prefix = `${proofPath}/`;
  if (host !== new URL(origin).origin || !pathname.startsWith(prefix)) return undefined;
  return readProofId(pathname.slice(prefix.length));
}

/** The largest size of the picture within what the other site has room for. */
function sizeWithin({ maxwidth, maxheight }: Query): { width: number; height: number } {
  const { width, height } = pictureSize;
  const most = (value: unknown) =>
    typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value) ? Number(value) : Infinity;
  const scale = Math.min(1, most(maxwidth) / width, most(maxheight) / height);
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

export function serveOembed(parts: Parts) {
  const { config, unknown } = parts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Query;
    reply.headers({
      ...{ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
      ...{ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
    });
    // XML is optional, too.
    if (query.format !== undefined && query.format !== 'json') return reply.code(501).send();
    const caller = addressBlock(request.ip);
    const id = idIn(query.url, config.appUrl);
    const asked = await unknown.look(caller, async () =>
      id === undefined ? undefined : readProof(parts, id, caller),
    );
    if ('wait' in asked) return sendCommon(reply, 'too_many_requests', { retryAfter: asked.wait });
    const proof = asked.result;
    if (!proof) return sendCommon(reply, 'not_found');
    const { name } = claimOf(JSON.parse(proof.json) as VouchCredential);
    reply.header('cache-control', `public, max-age=${seconds}`);
    return reply.send({
      ...{ version: '1.0', type: 'photo', title: name },
      ...{ author_name: proof.full_name, author_url: `${config.appUrl}/${proof.slug}` },
      ...{ provider_name: config.instanceName, provider_url: config.appUrl, cache_age: seconds },
      url: `${config.appUrl}${proofPath}/${id}.png`,
      ...sizeWithin(query),
    });
  };
}
