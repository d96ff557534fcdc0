import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { FileStore } from '#platform/files/store.ts';
import { signer } from '#platform/files/signature.ts';
import { uploadedFile } from '#platform/files/uploaded-file.ts';
import { signedUrls } from '#platform/files/signed-urls.ts';
import { bind, refuse } from '#platform/http/bind.ts';
import { deriveKey } from '#platform/secrets/secrets.ts';
import { limits, refusals } from '../constants.ts';
import { bucket, operations } from '../contract.ts';
import { refusalTexts } from '../refusal-texts.ts';
import { postCheckIn } from './operations/create-check-in.ts';
import { deleteCheckIn, restoreCheckIn } from './operations/delete-check-in.ts';
import { editEntry } from './operations/edit-check-in.ts';
import { listChanges, listCheckIns, listDays, listDeleted, listMonths } from './operations/read-check-ins.ts';
import { listTags, searchCheckIns } from './operations/search-check-ins.ts';
import { serveFile } from './operations/serve-file.ts';
import type { EntrySharing } from './operations/entry-sharing.ts';
import { signFile } from './operations/sign-file.ts';
import { uploadFile } from './operations/upload-file.ts';
import { deleteFile, filesOf } from './file-store.ts';
import { checkInById, dropMissingFile } from './store.ts';

type Parts = { pool: pg.Pool; files: FileStore; appSecret: string; sharing: EntrySharing };

export function checkInRoutes(server: FastifyInstance, { pool, files, appSecret, sharing }: Parts): void {
  const urls = signedUrls(bucket, signer([deriveKey(appSecret, 'signed files')]));
  bind(server, pool, {
    tag: { name: 'Check-ins', description: 'The dated entries of the log, with their files and search.' },
    operations,
    refusals,
    texts: { ...refusalTexts, ...sharing.refusalTexts },
    handlers: {
      'GET /api/check_ins': listCheckIns,
      'GET /api/check_ins/search': searchCheckIns,
      'GET /api/check_ins/tags': listTags,
      'GET /api/check_ins/months': listMonths,
      'GET /api/check_ins/days': listDays,
      'GET /api/check_ins/changes': listChanges,
      'GET /api/check_ins/:id': async ({ tx, input }) =>
        (await checkInById(tx, input.params.id)) ?? refuse('not_found'),
      'POST /api/check_ins': postCheckIn(sharing),
      'DELETE /api/check_ins/:id/missing_files/:file_id': async ({ tx, input }) =>
        (await dropMissingFile(tx, input.params.id, input.params.file_id)) ?? refuse('not_found'),
      'PATCH /api/check_ins/:id': ({ tx, input }) => editEntry({ tx, id: input.params.id, body: input.body }),
      'DELETE /api/check_ins/:id': ({ tx, input }) => deleteCheckIn({ tx, id: input.params.id }),
      'POST /api/check_ins/:id/restore': ({ tx, viewer, input }) =>
        restoreCheckIn(sharing, { tx, viewer, id: input.params.id }),
      'GET /api/check_ins/deleted': ({ tx, viewer, input }) =>
        listDeleted({ tx, viewer, query: input.query }),
      'GET /api/log_files': async ({ tx, input }) => {
        const entry = await checkInById(tx, input.query.check_in_id);
        return entry ? { rows: await filesOf(tx, entry.id) } : refuse('not_found');
      },
      'POST /api/log_files': async ({ tx, input: { body } }) => {
        const entry = await checkInById(tx, body.check_in_id);
        const files = entry ? await filesOf(tx, entry.id) : [];
        return uploadedFile(files, body, limits.fileName) ?? refuse('not_found');
      },
      'DELETE /api/log_files/:id': async ({ tx, input }) => {
        const owner = await deleteFile(tx, input.params.id);
        return (owner && (await checkInById(tx, owner))) || refuse('not_found');
      },
      'POST /api/storage/log-files': uploadFile(files),
      'POST /api/storage/log-files/:id/sign': signFile(urls),
      'GET /api/storage/object/log-files/:id': serveFile({ files, urls }),
    },
  });
}
