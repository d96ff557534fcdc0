import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { signer } from '#platform/files/signature.ts';
import { signedUrls } from '#platform/files/signed-urls.ts';
import { uploadedFile } from '#platform/files/uploaded-file.ts';
import type { FileStore } from '#platform/files/store.ts';
import { bind, inSteps, refuse } from '#platform/http/bind.ts';
import { acceptForms } from '#platform/http/form-body.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits } from '../constants.ts';
import { bucket, operations, refusals } from '../contract.ts';
import { requestOperations, requestRefusals } from '../request-contract.ts';
import { requestRefusalTexts } from '../request-texts.ts';
import { refusalTexts } from '../texts.ts';
import { answerVouch, verifyVouch } from './operations/answer-vouch.ts';
import {
  deleteVouch,
  listVouches,
  reopenVouch,
  restoreVouch,
  withdrawVouch,
} from './operations/change-vouch.ts';
import { listRequests, requestVerification } from './operations/request-verification.ts';
import { createVouch, resendByContent, resendVouch } from './operations/send-request.ts';
import { formLimit, verifyPages, verifyPath } from './operations/verify-page.ts';
import {
  removeVouchFile,
  restoreVouchFile,
  serveVouchFile,
  signVouchFile,
  uploadVouchFile,
} from './operations/vouch-files.ts';
import { VouchLinks } from './operations/vouch-links.ts';
import { vouchById } from './store.ts';

type All = typeof operations;

type Parts = {
  config: Config;
  pool: pg.Pool;
  files: FileStore;
  appSecret: string;
  mailer: Mailer;
  /** Sends a page without scripts. */
  sendStill: SendStill;
};

const tag = { name: 'Vouches', description: 'References confirm by email what the caller did.' };

export async function vouchRoutes(
  server: FastifyInstance,
  { config, pool, files, appSecret, mailer, sendStill }: Parts,
): Promise<void> {
  const urls = signedUrls(bucket, signer([deriveKey(appSecret, 'signed files')]));
  const [read, answer] = [verifyVouch(urls), answerVouch(urls)];
  const parts = { config, mailer, links: new VouchLinks(config.appUrl, appSecret) };
  bind(server, pool, {
    tag,
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/vouches': listVouches(config),
      'POST /api/vouches': ({ tx, viewer, input }) => createVouch(parts, { tx, viewer, body: input.body }),
      'POST /api/vouches/:id/resend': ({ tx, viewer, input }) =>
        resendVouch(parts, { tx, viewer, id: input.params.id }),
      'POST /api/functions/v1/send-vouch-verification': ({ tx, viewer, input }) =>
        resendByContent(parts, { tx, viewer, body: input.body }),
      'POST /api/vouches/:id/withdraw': withdrawVouch(config),
      'POST /api/vouches/:id/reopen': reopenVouch(parts),
      'DELETE /api/vouches/:id': deleteVouch(config),
      'POST /api/vouches/:id/restore': restoreVouch(parts),
      'POST /api/storage/vouch-files': uploadVouchFile(files),
      'POST /api/vouch_files': async ({ tx, input: { body } }) => {
        const vouch = await vouchById(tx, body.vouch_id);
        return uploadedFile(vouch?.files ?? [], body, limits.fileName) ?? refuse('not_found');
      },
      'DELETE /api/vouch_files/:id': removeVouchFile,
      'POST /api/vouch_files/:id/restore': restoreVouchFile,
      'POST /api/storage/vouch-files/:id/sign': signVouchFile(urls),
      'GET /api/storage/object/vouch-files/:id': serveVouchFile({ files, urls }),
      'POST /api/functions/v1/verify-vouch': inSteps<All['POST /api/functions/v1/verify-vouch']>(
        ({ step, request, input: { body } }) => step(({ tx }) => read({ tx, request, body })),
      ),
      'POST /api/functions/v1/answer-vouch': inSteps<All['POST /api/functions/v1/answer-vouch']>(
        ({ step, request, input: { body } }) => step(({ tx }) => answer({ tx, request, body })),
      ),
    },
  });
  bind(server, pool, {
    tag,
    operations: requestOperations,
    refusals: requestRefusals,
    texts: requestRefusalTexts,
    handlers: {
      'POST /api/vouch_verification_requests': requestVerification,
      'GET /api/vouch_verification_requests': listRequests,
    },
  });
  const pages = verifyPages({ config, pool, urls, sendStill });
  await server.register(async (scope) => {
    acceptForms(scope, formLimit);
    scope.get(verifyPath, pages.show);
    scope.post(verifyPath, pages.answer);
  });
}
