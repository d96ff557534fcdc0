// The list that says which credentials are revoked: a bit for each of them (W3C's Bitstring Status List).
import { gzipSync } from 'node:zlib';
import { credentialsContext } from '#platform/signing/pinned-contexts.ts';
import { listLength } from '../../constants.ts';
import type { StatusListCredential } from '../../format-contract.ts';

type List = {
  did: string;
  url: string;
  /** When it is signed. */
  at: string;
  /** Indexes. */
  revoked: readonly number[];
};

/** Without its proofs. */
export function unsignedList({ did, url, at, revoked }: List): Omit<StatusListCredential, 'proof'> {
  const bits = Buffer.alloc(listLength / 8);
  // The first index is the highest bit of the first byte.
  for (const index of revoked) bits[index >> 3]! |= 0x80 >> (index & 7);
  return {
    '@context': [credentialsContext],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: did,
    validFrom: at,
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: `u${gzipSync(bits).toString('base64url')}`,
    },
  };
}
