// Issues the credential of a public vouch when someone first reads it there. The owner's download would issue the same one.
import type pg from 'pg';
import { transact } from '#platform/database/transaction.ts';
import { signDocuments } from '#platform/signing/sign-documents.ts';
import { reservePublic, storePublic } from '../public-store.ts';
import { formsOf, toSign, type SigningParts } from './issue-credential.ts';
import type { ConfirmedVouch } from './unsigned-vouch.ts';

export type { SigningParts } from './issue-credential.ts';

type Public = {
  pool: pg.Pool;
  /** As public pages show it. */
  publicId: string;
  vouch: Omit<ConfirmedVouch, 'owner'> & { full_name: string };
  /** The network, whose signatures wait for each other. */
  caller: string;
};

/** Does nothing if it is issued meanwhile, or the vouch is no longer public. */
export async function issuePublic(
  parts: SigningParts,
  { pool, publicId, vouch, caller }: Public,
): Promise<void> {
  const found = await transact(
    pool,
    null,
    async (tx) => {
      const place = await reservePublic(tx, publicId, parts.config.appUrl);
      return place && toSign(parts, tx, { vouch, place, owner: vouch.full_name });
    },
    'write',
  );
  if (!found) return;
  const { key, keyId, unsigned } = found;
  const [signed] = await signDocuments(caller, key, { documents: [unsigned], keyId });
  await transact(pool, null, (tx) => storePublic(tx, publicId, formsOf(signed!, found)), 'write');
}
