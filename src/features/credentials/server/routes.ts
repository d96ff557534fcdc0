import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bind } from '#platform/http/bind.ts';
import { refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import type { Carriers } from './documents/carriers.ts';
import { readProof } from './operations/read-proof.ts';
import { sendCredential } from './operations/send-credential.ts';
import { serveIssuer } from './operations/serve-issuer.ts';
import type { SigningParts } from './operations/issue-credential.ts';

type Parts = Omit<SigningParts, 'log'> & { pool: pg.Pool; carriers: Carriers };

export function credentialRoutes(
  server: FastifyInstance,
  { pool, config, appSecret, carriers }: Parts,
): void {
  const parts = { config, appSecret, log: server.log };
  bind(server, pool, {
    tag: { name: 'Credentials', description: 'Verified vouches as signed documents in open standards.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/vouches/:id/credential': sendCredential(parts, carriers),
      'GET /api/vouches/:id/proof': readProof(parts),
    },
  });
  serveIssuer(server, { ...parts, pool });
}
