import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { signer } from '#platform/files/signature.ts';
import { signedUrls } from '#platform/files/signed-urls.ts';
import { uploadedFile } from '#platform/files/uploaded-file.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind, inOneTrip, refuse } from '#platform/http/bind.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits } from '../constants.ts';
import { bucket, operations, refusals } from '../contract.ts';
import { refusalTexts } from '../refusal-texts.ts';
import { serveResume, signResume } from './operations/serve-resume.ts';
import { uploadResume } from './operations/upload-resume.ts';
import { setDeleted, shownResume } from './store.ts';

type Parts = { pool: pg.Pool; files: FileStore; appSecret: string };

export function resumeRoutes(server: FastifyInstance, { pool, files, appSecret }: Parts): void {
  const urls = signedUrls(bucket, signer([deriveKey(appSecret, 'signed files')]));
  bind(server, pool, {
    tag: { name: 'Résumé', description: 'The one résumé of the caller.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/resumes': inOneTrip<(typeof operations)['GET /api/resumes']>(async ({ tx }) => ({
        resume: (await shownResume(tx)) ?? null,
      })),
      'POST /api/storage/resumes': uploadResume(files),
      'POST /api/resumes': async ({ tx, input: { body } }) => {
        const stored = await shownResume(tx);
        return uploadedFile(stored ? [stored] : [], body, limits.fileName) ?? refuse('not_found');
      },
      'DELETE /api/resumes/:id': async ({ tx, input }) =>
        (await setDeleted(tx, input.params.id, true)) ?? refuse('not_found'),
      'POST /api/resumes/:id/restore': async ({ tx, input }) =>
        (await setDeleted(tx, input.params.id, false)) ?? refuse('not_found'),
      'POST /api/storage/resumes/:id/sign': signResume(urls),
      'GET /api/storage/object/resumes/:id': serveResume({ files, urls }),
    },
  });
}
