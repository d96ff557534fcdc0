// Where anyone can read the proof of a vouch, for its owner. Reading it issues the credential.
import { publicIdOf, vouchUsage } from '#features/vouches/server/operations/confirmed-vouch.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { proofPath } from '../../carrier-constants.ts';
import { claimOf } from '../../claim-rules.ts';
import type { operations } from '../../contract.ts';
import type { VouchCredential } from '../../format-contract.ts';
import { badgeText } from '../documents/badge-text.ts';
import { credentialsOf, type SigningParts } from './issue-credential.ts';

export function readProof(parts: SigningParts) {
  const { appUrl, instanceName: issuer } = parts.config;
  return inSteps<(typeof operations)['GET /api/vouches/:id/proof']>(async ({ step, input: { params } }) => {
    const found = await step(async ({ tx, viewer }) => {
      const vouch = await vouchUsage(tx, params.id, 'read');
      if (!vouch) return refuse('not_found');
      if (vouch.status !== 'verified') return refuse('vouch_not_verified');
      return { caller: viewer.userId, publicId: await publicIdOf(tx, params.id) };
    });
    if (isRefused(found)) return found;
    const { caller, publicId } = found;
    if (publicId === null) return { address: null, issuer, text: '' };
    const run = <T>(work: (tx: Tx) => Promise<T>) => step(({ tx }) => work(tx));
    const all = await credentialsOf(parts, { run, caller, vouchIds: [params.id] });
    if (isRefused(all)) return all;
    const issued = all.get(params.id);
    if (!issued) return refuse('not_found');
    const text = badgeText(claimOf(JSON.parse(issued.json) as VouchCredential));
    return { address: `${appUrl}${proofPath}/${publicId}`, issuer, text };
  });
}
