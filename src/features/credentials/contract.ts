import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';
import { forms } from './carrier-constants.ts';

export const operations = {
  'GET /api/vouches/:id/credential': operation({
    summary: 'A verified vouch as a signed credential: JSON, JWT, or PNG, SVG or PDF with the JSON inside',
    description:
      'An OpenBadgeCredential of Open Badges 3.0, issued on the first request and never changed afterwards: docs/formats/credential.md describes it.',
    access: 'session',
    heavy: true,
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ form: z._default(z.enum(forms), 'json') }),
    refusals: ['vouch_not_verified', 'too_many_tries'],
  }),
  'GET /api/vouches/:id/proof': operation({
    summary: 'Where anyone can read the proof of a verified vouch',
    access: 'session',
    heavy: true,
    params: z.strictObject({ id: uuid }),
    response: z.strictObject({
      /** Null unless the public page shows the vouch. */
      address: z.nullable(z.url()),
      /** The name of the instance. */
      issuer: z.string(),
      /** What the picture of the proof says. */
      text: z.string(),
    }),
    refusals: ['vouch_not_verified'],
  }),
} as const;
