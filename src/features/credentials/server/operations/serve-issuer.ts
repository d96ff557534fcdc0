// What verifiers elsewhere read of the instance: the document of its keys, and the status lists.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { didDocument } from '#platform/signing/did-web.ts';
import { publicKeys } from '#platform/signing/public-keys.ts';
import { limits, statusPath } from '../../constants.ts';
import type { SigningParts } from './issue-credential.ts';
import { StatusLists } from './status-lists.ts';

const didPath = '/.well-known/did.json';
const listId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A key that was stolen is refused as soon as a revoked credential is. */
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': `public, max-age=${limits.listSeconds}`,
  // Programs on other sites check credentials with them.
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

function send(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const etag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  reply.headers({ ...headers, etag });
  return request.headers['if-none-match']?.includes(etag) ? reply.code(304).send() : reply.send(json);
}

export function serveIssuer(server: FastifyInstance, parts: SigningParts & { pool: pg.Pool }): void {
  const { config, pool } = parts;
  const lists = new StatusLists(parts);
  server.get(didPath, async (request, reply) => {
    const { keys } = await publicKeys(pool, config.appUrl);
    return send(request, reply, JSON.stringify(didDocument(config.appUrl, keys)));
  });
  server.get(`${statusPath}/:list`, async (request, reply) => {
    const { list } = request.params as { list: string };
    const json = listId.test(list) ? await lists.read(list) : undefined;
    return json === undefined ? reply.callNotFound() : send(request, reply, json);
  });
}
