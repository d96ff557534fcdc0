import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { decideName } from '../../rules.ts';
import { removePasskey, renamePasskey, type OtherWays } from '../store.ts';
import { removeWay } from './remove-way.ts';
import type { MailParts } from './tell-user.ts';

type Rename = { tx: Tx; input: { params: { id: string }; body: { name: string } } };

export async function renameOwnPasskey({ tx, input }: Rename) {
  const decided = decideName(input.body.name);
  if (typeof decided === 'string') return refuse(decided);
  return (await renamePasskey(tx, input.params.id, decided.name)) ?? refuse('not_found');
}

/** Removes a passkey of the viewer, but never the last way to sign in (R-Q3). */
export const removeOwnPasskey = (ways: OtherWays, mail: MailParts) =>
  inSteps<(typeof operations)['DELETE /api/passkeys/:id']>(({ step, input, request }) =>
    removeWay({ step, request, mail, change: 'removed', event: 'passkey removed' }, ({ tx, viewer }) =>
      removePasskey(tx, viewer.sessionId, input.params.id, ways),
    ),
  );
