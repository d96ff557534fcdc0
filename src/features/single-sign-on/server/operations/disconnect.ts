import { describeViewer } from '#features/accounts/server/operations/read-signed-in-user.ts';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import type { Config } from '#platform/config/config.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { operations } from '../../contract.ts';
import { disconnectedMail } from '../mails.tsx';
import { disconnectIdentity } from '../store.ts';

type Parts = { config: Config; mailer: Mailer };

/** Disconnects the viewer's identity, but never the last way to sign in (R-Q3), and says so by email. */
export const disconnect = ({ config, mailer }: Parts) =>
  inSteps<(typeof operations)['DELETE /api/provider_identity/:id']>(async ({ step, input, request }) => {
    const ways = { passwords: config.passwords, host: new URL(config.appUrl).hostname };
    const done = await step(async ({ tx, viewer }) => {
      const outcome = await disconnectIdentity(tx, viewer.sessionId, input.params.id, ways);
      if (outcome !== 'disconnected') return refuse(refusalOf[outcome]);
      const account = await describeViewer(tx, viewer);
      // Not at an unverified address: it may belong to someone else.
      if (config.singleSignOn && account?.user.email_verified) {
        const to = { to: account.user.email, userId: viewer.userId, provider: config.singleSignOn.name };
        await mailer.post(tx, disconnectedMail({ ...to, config }));
      }
      return { userId: viewer.userId };
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
