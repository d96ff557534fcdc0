import { operation } from '#platform/http/operation.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = { too_many_tries: 429 } as const;

/** Approximate size of the archive in bytes: the archive is written while it is sent. */
export const sizeHeader = 'x-export-bytes';

/** File name of the archive. `day`: YYYY-MM-DD. */
export const archiveName = (day: string) => `logbook-${day}.zip`;

export const operations = {
  'GET /api/export': operation({
    summary:
      'All data of the account as one ZIP: logbook.json, logbook.md and the original files; `x-export-bytes` is its approximate size',
    access: 'session',
    heavy: true,
    refusals: ['too_many_tries'],
  }),
} as const;
