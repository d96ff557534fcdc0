// A credential as VC-JWT (W3C's VC-JOSE-COSE): the document itself is the payload.
import type { Signed } from '#platform/signing/data-integrity.ts';
import type { SigningKey } from '#platform/signing/signing-key.ts';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Without the document's own proofs, which the signature replaces. `keyId`: of this key. */
export function jwtOf(signed: Signed, keyId: string, key: Pick<SigningKey, 'sign'>): string {
  const { proof: _, ...document } = signed;
  const header = { alg: 'EdDSA', typ: 'vc+jwt', cty: 'vc', kid: keyId };
  const content = `${encode(header)}.${encode(document)}`;
  return `${content}.${key.sign(Buffer.from(content))}`;
}
