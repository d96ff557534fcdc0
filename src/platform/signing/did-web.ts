// The identity of an instance for programs elsewhere: `did:web` of its host, whose document lists its keys.
import { multikeyOf } from './multikey.ts';

/** `did:web:log.example`, from the address of the instance. */
export function didOf(appUrl: string): string {
  return `did:web:${new URL(appUrl).host.replace(':', '%3A')}`;
}

/** The id of a key contains the key, so that a signature can be checked without its issuer. */
export function keyIdOf(did: string, publicKey: string): string {
  return `${did}#${multikeyOf(publicKey)}`;
}

export type ListedKey = { publicKey: string; compromisedAt?: string };

/**
 * The document of the instance. Retired keys stay, because what they signed stays valid. Keys that were stolen stay, too, but
 * with a date, and assert nothing anymore.
 */
export function didDocument(appUrl: string, keys: readonly ListedKey[]) {
  const did = didOf(appUrl);
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id: did,
    verificationMethod: keys.map(({ publicKey, compromisedAt }) => ({
      id: keyIdOf(did, publicKey),
      type: 'Multikey',
      controller: did,
      publicKeyMultibase: multikeyOf(publicKey),
      ...(compromisedAt !== undefined && { revoked: compromisedAt }),
    })),
    assertionMethod: keys
      .filter(({ compromisedAt }) => compromisedAt === undefined)
      .map(({ publicKey }) => keyIdOf(did, publicKey)),
  };
}
