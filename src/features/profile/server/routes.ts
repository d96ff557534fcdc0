import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { FileStore } from '#platform/files/store.ts';
import { bind, inOneTrip, inSteps, refuse } from '#platform/http/bind.ts';
import type { FetchPublic } from '#platform/http/fetch-public.ts';
import { operations, refusals } from '../contract.ts';
import { refusalTexts } from '../texts.ts';
import { changeOwnProfile } from './operations/change-profile.ts';
import { servePhoto } from './operations/serve-photo.ts';
import { uploadPhoto } from './operations/upload-photo.ts';
import { profileOf } from './store.ts';

type All = typeof operations;
type Parts = { pool: pg.Pool; files: FileStore; fetchPublic: FetchPublic };

export function profileRoutes(server: FastifyInstance, { pool, files, fetchPublic }: Parts): void {
  const change = changeOwnProfile({ files, fetchPublic });
  bind(server, pool, {
    tag: { name: 'Profile', description: 'The profile of the caller, the photo and the public link.' },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/profiles': inOneTrip<All['GET /api/profiles']>(
        async ({ tx }) => (await profileOf(tx, null)) ?? refuse('no_session'),
      ),
      'PATCH /api/profiles': inSteps<All['PATCH /api/profiles']>(change),
      'POST /api/profiles': inSteps<All['POST /api/profiles']>(change),
      'POST /api/storage/profile-photos': uploadPhoto(files),
      'GET /api/storage/public/profile-photos/:user/:name': servePhoto(files),
    },
  });
}
