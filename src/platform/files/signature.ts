// Signed addresses of our own, the same for every file store: a keyed hash over what the address claims.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Signer = {
  /** A signature over the claims: key id, a dot and 43 characters. */
  sign(claims: readonly string[]): string;
  /** Whether this is the signature of exactly these claims, by the current key or one that is being retired. */
  verify(claims: readonly string[], signature: string): boolean;
};

/**
 * Makes the signer of one purpose; each purpose has keys of its own (`deriveKey`). The first key signs; all of them
 * verify, so that a secret can be replaced while addresses that it signed live on.
 */
export function signer(keys: readonly [Buffer, ...Buffer[]]): Signer {
  // JSON keeps the claims apart: ['a', 'bc'] and ['ab', 'c'] are different texts.
  const signWith = (key: Buffer, claims: readonly string[]) =>
    `${keyId(key)}.${createHmac('sha256', key).update(JSON.stringify(claims)).digest('base64url')}`;

  return {
    sign: (claims) => signWith(keys[0], claims),
    verify(claims, signature) {
      const given = Buffer.from(signature);
      // Texts are compared, not decoded bytes: base64 has several spellings of the same bytes, and one is enough.
      return keys.some((key) => {
        const expected = Buffer.from(signWith(key, claims));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}

/** A public name of a key, from which nothing about it can be told. */
function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('key id').digest('hex').slice(0, 8);
}
