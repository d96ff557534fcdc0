import { logSecurity } from '#features/accounts/server/operations/security-log.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { decideName } from '../../rules.ts';
import { removePasskey, renamePasskey, type OtherWays } from '../store.ts';
import { tellUser, type MailParts } from './tell-user.ts';

type Rename = { tx: Tx; input: { params: { id: string }; body: { name: string } } };

export async function renameOwnPasskey({ tx, input }: Rename) {
  const decided = decideName(input.body.name);
  if (typeof decided === 'string') return refuse(decided);
  return (await renamePasskey(tx, input.params.id, decided.name)) ?? refuse('not_found');
}

/** Removes a passkey of the viewer, but never the last way to sign in (R-Q3). */
export const removeOwnPasskey = (ways: OtherWays, mail: MailParts) =>
  inSteps<(typeof operations)['DELETE /api/passkeys/:id']>(async ({ step, input, request }) => {
    const removed = await step(async ({ tx, viewer }) => {
      const outcome = await removePasskey(tx, viewer.sessionId, input.params.id, ways);
      if (outcome !== 'removed') return refuse(refusalOf[outcome]);
      await tellUser(tx, mail, viewer, 'removed');
      return { userId: viewer.userId };
    });
    if (isRefused(removed)) return removed;
    logSecurity(request.log, 'passkey removed', removed.userId);
    return { removed: true as const };
  });

const refusalOf = {
  'not found': 'not_found',
  'confirmation needed': 'confirmation_needed',
  'last way': 'last_way',
} as const;
