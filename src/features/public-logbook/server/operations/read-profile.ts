import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import type { operations } from '../../contract.ts';
import { publicPhoto } from '../../rules.ts';
import { publicLogbook } from '../store.ts';

type Operation = (typeof operations)['GET /api/public_profiles/:slug'];

/** The profile of a public logbook, for other programs. A former link names the current one (R-F6). */
export function readPublicProfile(unknown: UnknownLimit) {
  return inSteps<Operation>(async ({ step, input, request }) => {
    const asked = await unknown.look(addressBlock(request.ip), () =>
      step(({ tx }) => publicLogbook(tx, input.params.slug)),
    );
    if ('wait' in asked) return refuse('too_many_requests', { retryAfter: asked.wait });
    const logbook = asked.result;
    if (isRefused(logbook)) return logbook;
    if (!logbook) return refuse('logbook_not_found');
    const { slug, full_name } = logbook;
    return { slug, full_name, avatar_url: publicPhoto(logbook) };
  });
}
