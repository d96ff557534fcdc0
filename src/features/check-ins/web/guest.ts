// The operations of the server over the browser's own store, for a page without a session (R-I1).
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';
import { changingHandlers } from './guest/guest-change.ts';
import { createEntry } from './guest/guest-create.ts';
import { readingHandlers } from './guest/guest-read.ts';

/** Looking into files and searching are parts of their own. */
const loadFiles = () => import('./guest/guest-files.ts');
const loadSearch = () => import('./guest/guest-search.ts');

export const guestCheckIns: LocalHandlers<typeof operations> = {
  'POST /api/check_ins': createEntry,
  ...readingHandlers,
  'GET /api/check_ins/search': async (input) =>
    (await loadSearch()).searchHandlers['GET /api/check_ins/search'](input),
  'GET /api/check_ins/tags': async () => (await loadSearch()).searchHandlers['GET /api/check_ins/tags'](),
  ...changingHandlers,
  'POST /api/storage/log-files': async (input) => (await loadFiles()).storeFile(input),
  'POST /api/storage/log-files/:id/sign': async (input) => (await loadFiles()).showFile(input),
};

/** Fetches what is wanted later, while there is a network. */
export const prepareGuestCheckIns = () => Promise.all([loadFiles(), loadSearch()]);
