import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import type { Config } from '#platform/config/config.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { disconnectIdentity } from '../store.ts';

/** Disconnects the viewer's identity, but never the last way to sign in (R-Q3). */
export const disconnect = ({ appUrl, passwords }: Config) =>
  inSteps<(typeof operations)['DELETE /api/provider_identity/:id']>(async ({ step, input, request }) => {
    const ways = { passwords, host: new URL(appUrl).hostname };
    const done = await step(async ({ tx, viewer }) => {
      const outcome = await disconnectIdentity(tx, viewer.sessionId, input.params.id, ways);
      return outcome === 'disconnected' ? { userId: viewer.userId } : refuse(refusalOf[outcome]);
    });
    if (isRefused(done)) return done;
    logSecurity(request.log, 'provider disconnected', done.userId);
    return { disconnected: true as const };
  });

const refusalOf = {
  'not found': 'not_found',
  'confirmation needed': 'confirmation_needed',
  'last way': 'last_way',
} as const;
