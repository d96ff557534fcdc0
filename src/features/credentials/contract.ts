import * as z from 'zod/mini';
import { operation } from '#platform/http/operation.ts';
import { uuid } from '#platform/http/payload-contract.ts';

const forms = ['json', 'jwt'] as const;

export const operations = {
  'GET /api/vouches/:id/credential': operation({
    summary: 'A verified vouch as a signed credential: JSON, or JWT with `form=jwt`',
    description:
      'An OpenBadgeCredential of Open Badges 3.0, issued on the first request and never changed afterwards: docs/formats/credential.md describes it.',
    access: 'session',
    heavy: true,
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ form: z._default(z.enum(forms), 'json') }),
    refusals: ['vouch_not_verified', 'too_many_tries'],
  }),
} as const;
