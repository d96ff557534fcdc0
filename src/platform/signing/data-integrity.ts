// W3C's Data Integrity proofs by the instance's key, in two forms: `eddsa-rdfc-2022`, which every verifier knows, and
// `eddsa-jcs-2022`, which small ones can check.
import { createHash } from 'node:crypto';
import { canonicalJson, type CanonicalValue } from '../text/canonical-json.ts';
import { multibase58 } from './multikey.ts';
import { canonicalRdf } from './rdf-canonical.ts';

/** A JSON-LD document. Documents in `endorsement` are signed on their own, before the whole. */
export type Unsigned = { '@context': readonly string[]; endorsement?: readonly Unsigned[] } & Record<
  string,
  unknown
>;

export type Proof = {
  '@context'?: readonly string[];
  type: 'DataIntegrityProof';
  cryptosuite: 'eddsa-rdfc-2022' | 'eddsa-jcs-2022';
  created: string;
  verificationMethod: string;
  proofPurpose: 'assertionMethod';
  proofValue: string;
};
export type Signed = Unsigned & { proof: Proof[] };

/** `sign`: the Ed25519 signature. `created`: an instant without fractions of a second. */
export type Signer = {
  keyId: string;
  created: string;
  sign: (bytes: Uint8Array) => Promise<Uint8Array>;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const jcs = (value: unknown) => canonicalJson(value as CanonicalValue);

/** The document with its proofs. 1EdTech's validator takes the first as `eddsa-rdfc-2022`, whatever its suite. */
export async function withProofs(unsigned: Unsigned, signer: Signer): Promise<Signed> {
  const document = { ...unsigned };
  if (unsigned.endorsement) {
    const inner: Signed[] = [];
    for (const endorsement of unsigned.endorsement) inner.push(await withProofs(endorsement, signer));
    document.endorsement = inner;
  }
  const { '@context': context } = document;
  const options = (cryptosuite: Proof['cryptosuite']) => ({
    ...({ type: 'DataIntegrityProof', cryptosuite, created: signer.created } as const),
    ...({ verificationMethod: signer.keyId, proofPurpose: 'assertionMethod' } as const),
  });
  const seal = async <Options extends object>(proof: Options, [head, body]: readonly [string, string]) => {
    const signature = await signer.sign(Buffer.concat([sha256(head), sha256(body)]));
    return { ...proof, proofValue: multibase58(signature) };
  };
  const rdfc = options('eddsa-rdfc-2022');
  const small = { '@context': context, ...options('eddsa-jcs-2022') };
  return {
    ...document,
    proof: [
      await seal(rdfc, [await canonicalRdf({ '@context': context, ...rdfc }), await canonicalRdf(document)]),
      await seal(small, [jcs(small), jcs(document)]),
    ],
  };
}
