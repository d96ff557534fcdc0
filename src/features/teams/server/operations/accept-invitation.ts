// What the link of an invitation is for, and accepting by it (R-E2). The link alone has no effect.
import { shownName } from '#features/accounts/name-rules.ts';
import type { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { maskedEmail } from '#platform/mail/address.ts';
import { dayMs } from '#platform/clock/durations.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { limits } from '../../constants.ts';
import { linkLimits } from '../../link-constants.ts';
import { addressTexts } from '../../texts.ts';
import { accept, linkedInvitation, type LinkedInvitation } from '../invitation-store.ts';

type ByToken = { tx: Tx; input: { body: { token: string } } };

/**
 * Without a session, the response also proves the invited address for a sign-up: the link was sent to it, so that no second
 * email has to verify it (R-A3).
 */
export function readInvitation(proofs: AddressProofs) {
  return async ({ tx, input }: ByToken) => {
    const linked = await linkedInvitation(tx, hashToken(input.body.token));
    return linked ? { invitation: shown(linked, proofs) } : refuse('invitation_invalid');
  };
}

function shown(linked: LinkedInvitation, proofs: AddressProofs) {
  const { type, status, for_me, full_name, sender_address, address } = linked;
  const expires_at = linked.expires_at ?? new Date(Date.now() + limits.linkDays * dayMs).toISOString();
  const manager_name = shownName(full_name, sender_address) ?? '';
  const mayNeedAccount = for_me === null && status === 'pending';
  const sign_up_proof = mayNeedAccount
    ? proofs.tokenFor(address, Date.now(), linkLimits.proofMinutes * 60)
    : null;
  const masked_email = maskedEmail(address);
  return { type, manager_name, masked_email, status, expires_at, for_me, sign_up_proof };
}

/** Accepts for the session's account, which must have the invited address. The link proves it. */
export async function acceptInvitation({ tx, input }: ByToken) {
  const accepted = await accept(tx, hashToken(input.body.token));
  const { outcome, address, type, full_name: name, relationship, accepted_at } = accepted;
  if (outcome === 'own' && address !== null)
    return refuse('own_invitation', { detail: addressTexts.invited(address) });
  if (outcome === 'another address' && address !== null)
    return refuse('another_address', { detail: addressTexts.sentTo(maskedEmail(address)) });
  if (type === null || name === null || relationship === null || accepted_at === null)
    return refuse('invitation_invalid');
  return {
    ...{ alreadyConnected: outcome === 'connected', type },
    manager_name: shownName(name, accepted.sender_address) ?? '',
    ...{ relationship_id: relationship, accepted_at },
  };
}
