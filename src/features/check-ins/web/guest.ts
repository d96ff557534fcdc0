// The operations of the server over the browser's own store, for a page without a session (R-I1).
import type { LocalHandlers } from '#platform/http/client.ts';
import type { operations } from '../contract.ts';
import { changingHandlers } from './guest-change.ts';
import { createEntry } from './guest-create.ts';
import { readingHandlers } from './guest-read.ts';
import { searchHandlers } from './guest-search.ts';

/** Looking into files is a part of its own. */
const loadFiles = () => import('./guest-files.ts');

export const guestCheckIns: LocalHandlers<typeof operations> = {
  'POST /api/check_ins': createEntry,
  ...readingHandlers,
  ...searchHandlers,
  ...changingHandlers,
  'POST /api/storage/log-files': async (input) => (await loadFiles()).storeFile(input),
  'POST /api/storage/log-files/:id/sign': async (input) => (await loadFiles()).showFile(input),
};
