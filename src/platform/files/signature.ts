// Signed URLs for every file store: an HMAC over the claims in the URL.
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Signer = {
  /** A signature over the claims: key id, a dot and 43 characters. */
  sign(claims: readonly string[]): string;
  /** Whether this is the signature of exactly these claims, by the current key or one being retired. */
  verify(claims: readonly string[], signature: string): boolean;
};

/**
 * Makes the signer for one purpose. Each purpose has its own keys (`deriveKey`). The first key signs and all of them
 * verify, so a secret can be replaced while URLs that it signed stay valid.
 */
export function signer(keys: readonly [Buffer, ...Buffer[]]): Signer {
  // JSON separates the claims: ['a', 'bc'] and ['ab', 'c'] give different texts.
  const signWith = (key: Buffer, claims: readonly string[]) =>
    `${keyId(key)}.${createHmac('sha256', key).update(JSON.stringify(claims)).digest('base64url')}`;

  return {
    sign: (claims) => signWith(keys[0], claims),
    verify(claims, signature) {
      const given = Buffer.from(signature);
      // Compares text, not decoded bytes: base64 has several encodings of the same bytes, and only one is accepted.
      return keys.some((key) => {
        const expected = Buffer.from(signWith(key, claims));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}

/** A public id of a key that reveals nothing about it. */
function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('key id').digest('hex').slice(0, 8);
}
