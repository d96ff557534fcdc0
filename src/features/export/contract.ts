import { operation } from '#platform/http/operation.ts';

/** Refusal codes of these operations with their HTTP status. The messages are in `texts.ts`. */
export const refusals = { too_many_tries: 429 } as const;

export const operations = {
  'GET /api/export': operation({
    summary:
      'All data of the account as one ZIP: logbook.json, logbook.md and the original files; `x-export-bytes` is its approximate size',
    access: 'session',
    heavy: true,
    refusals: ['too_many_tries'],
  }),
} as const;
