import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { oembedPath, proofPath } from '#features/credentials/carrier-constants.ts';
import type { Carriers } from '#features/credentials/server/documents/carriers.ts';
import type { Config } from '#platform/config/config.ts';
import { signer } from '#platform/files/signature.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind } from '#platform/http/bind.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import type { PreparedResponses } from '#platform/http/prepared.ts';
import type { StillPages } from '#platform/http/still-page.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { keepPages } from './operations/kept-pages.ts';
import { unknownLinks } from './operations/read-logbook.ts';
import { readPublicProfile } from './operations/read-profile.ts';
import { openPublicFile, servePublicFile, servePublicPhoto } from './operations/serve-file.ts';
import { serveOembed } from './operations/serve-oembed.ts';
import { servePage } from './operations/serve-page.ts';
import { servePublicPicture } from './operations/serve-picture.ts';
import { serveProof } from './operations/serve-proof.ts';

type Parts = StillPages & {
  config: Config;
  pool: pg.Pool;
  files: FileStore;
  appSecret: string;
  hub: LiveHub;
  prepared: PreparedResponses;
  carriers: Carriers;
  /** The folder of the built scripts of pages without the app. */
  islands: string;
};

export function publicLogbookRoutes(server: FastifyInstance, parts: Parts): void {
  const { pool, files, appSecret } = parts;
  const unknown = unknownLinks();
  const cache = keepPages(server, parts.hub, parts.prepared);
  const stored = { files, signer: signer([deriveKey(appSecret, 'public files')]), unknown };
  bind(server, pool, {
    tag: { name: 'Public logbooks', description: 'What a published page shows to anyone.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/public_profiles/:slug': readPublicProfile(unknown),
      'GET /api/public_profiles/:slug/photo/:key': servePublicPhoto(stored),
      'GET /api/public_profiles/:slug/picture': servePublicPicture(unknown, cache),
      'GET /api/public_profiles/:slug/files/:key': openPublicFile(stored),
      'GET /api/storage/object/public-logbooks/:slug/:key': servePublicFile(stored),
    },
  });
  const handler = servePage({
    ...parts,
    unknown,
    cache,
    script: readInlineScript(join(parts.islands, 'request-form.js')),
  });
  server.get('/:segment', handler);
  const proofs = { ...parts, unknown, cache, signing: { config: parts.config, appSecret, log: server.log } };
  server.get(`${proofPath}/:name`, { config: { heavy: true } }, serveProof(proofs));
  server.get(oembedPath, { config: { heavy: true } }, serveOembed(proofs));
}
