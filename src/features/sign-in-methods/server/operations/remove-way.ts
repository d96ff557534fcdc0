import type { FastifyRequest } from 'fastify';
import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse, type Step } from '#platform/http/bind.ts';
import type { Change } from '../mails.tsx';
import { tellUser, type MailParts } from './tell-user.ts';

const refusalOf = {
  'not found': 'not_found',
  'confirmation needed': 'confirmation_needed',
  'last way': 'last_way',
} as const;

type Parts = {
  step: Step<'session'>;
  request: FastifyRequest;
  mail: MailParts;
  /** What the email says, and the security log. */
  change: Change;
  event: Parameters<typeof logSecurity>[1];
};

/** Removes one of the viewer's ways to sign in, and tells the user by email. `remove` refuses what must stay (R-Q3). */
export async function removeWay<Refusal extends keyof typeof refusalOf>(
  { step, request, mail, change, event }: Parts,
  remove: (call: { tx: Tx; viewer: Viewer }) => Promise<'removed' | Refusal>,
) {
  const removed = await step(async ({ tx, viewer }) => {
    const outcome = await remove({ tx, viewer });
    if (outcome !== 'removed') return refuse(refusalOf[outcome]);
    await tellUser(tx, mail, viewer, change);
    return { userId: viewer.userId };
  });
  if (isRefused(removed)) return removed;
  logSecurity(request.log, event, removed.userId);
  return { removed: true as const };
}
