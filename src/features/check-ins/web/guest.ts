// The server's operations on the browser's local database, for a page without a session (R-I1).
import type { GuestFeature } from '#platform/features/guest-feature.ts';
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';
import { readingHandlers } from './guest/guest-read.ts';

/** Writing, files and search are separate bundles. */
const loadChanges = async () => (await import('./guest/guest-change.ts')).changingHandlers;
const loadFiles = () => import('./guest/guest-files.ts');
const loadSearch = () => import('./guest/guest-search.ts');

export const guestCheckIns: LocalHandlers<typeof operations> = {
  'POST /api/check_ins': async (input) => (await loadChanges())['POST /api/check_ins'](input),
  ...readingHandlers,
  'GET /api/check_ins/search': async (input) =>
    (await loadSearch()).searchHandlers['GET /api/check_ins/search'](input),
  'GET /api/check_ins/tags': async () => (await loadSearch()).searchHandlers['GET /api/check_ins/tags'](),
  'PATCH /api/check_ins/:id': async (input) => (await loadChanges())['PATCH /api/check_ins/:id'](input),
  'DELETE /api/check_ins/:id': async (input) => (await loadChanges())['DELETE /api/check_ins/:id'](input),
  'POST /api/check_ins/:id/restore': async (input) =>
    (await loadChanges())['POST /api/check_ins/:id/restore'](input),
  'DELETE /api/check_ins/:id/missing_files/:file_id': async (input) =>
    (await loadChanges())['DELETE /api/check_ins/:id/missing_files/:file_id'](input),
  'DELETE /api/log_files/:id': async (input) => (await loadChanges())['DELETE /api/log_files/:id'](input),
  'POST /api/storage/log-files': async (input) => (await loadFiles()).storeFile(input),
  'POST /api/storage/log-files/:id/sign': async (input) => (await loadFiles()).showFile(input),
};

/**
 * Preloads the code for writing, so that a lost connection cannot lose an entry. Also deletes entries that have been in
 * the bin for 30 days (R-B2).
 */
async function prepareWriting(): Promise<void> {
  await Promise.all([
    loadChanges(),
    import('./guest/guest-purge.ts').then(({ purgeGuestBin }) => purgeGuestBin()),
  ]);
}

/** Preloads the code for files and search while there is a connection. */
const prepare = () => Promise.all([loadFiles(), loadSearch()]);

export const checkInsForGuests = {
  handlers: guestCheckIns,
  interactions: [
    'POST /api/check_ins',
    'PATCH /api/check_ins/:id',
    'DELETE /api/check_ins/:id',
  ] satisfies (keyof typeof operations)[],
  prepareWriting,
  prepare,
} satisfies GuestFeature;
