import { operation } from '#platform/http/operation.ts';

/** Code and HTTP status of what these operations may refuse; the sentences stand in `texts.ts`. */
export const refusals = { too_many_tries: 429 } as const;

/** How many bytes will come, about: the archive is written while it is sent. */
export const sizeHeader = 'x-export-bytes';

/** What the archive is called when it is saved, with the date of the day. */
export const archiveName = (day: string) => `logbook-${day}.zip`;

export const operations = {
  'GET /api/export': operation({
    summary:
      'Everything of the own account as one ZIP: logbook.json, logbook.md and the original files; `x-export-bytes` says about how long it is',
    access: 'session',
    refusals: ['too_many_tries'],
  }),
} as const;
