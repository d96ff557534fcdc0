// All that vouches for a document: its proofs, or the JWT that contains it.
import { verifyAsync } from '@noble/ed25519';
import { claimed } from '#platform/text/claimed.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { checkProof, toleranceMs, type CheckedProof, type Means } from './check-proof.ts';
import { findKey, type FoundKey } from './find-key.ts';
import { listed, type Opened } from './open-credential.ts';

export type Judged = {
  proofs: CheckedProof[];
  /** `valid`: at least one proof holds, and none fails. */
  state: CheckedProof['state'];
  /** Of a proof that holds: the one that says most about the issuer. */
  key?: FoundKey;
  created?: string;
};

/** More than any credential has. */
const mostProofs = 10;
const links: FoundKey['link'][] = ['published', 'self', 'named', 'other'];

export async function judgeProofs(opened: Opened, means: Means): Promise<Judged> {
  const { document, issuer, jwt } = opened;
  const embedded = listed(document['proof']);
  const proofs: CheckedProof[] = jwt ? [await checkJwt(opened, means)] : [];
  for (const proof of embedded.slice(0, mostProofs))
    proofs.push(await checkProof(document, proof, issuer, means));
  if (embedded.length > mostProofs) proofs.push({ suite: '?', state: 'invalid', problem: texts.manyProofs });
  const valid = proofs
    .filter(({ state }) => state === 'valid')
    .toSorted((a, b) => links.indexOf(a.key!.link) - links.indexOf(b.key!.link));
  const best = valid[0];
  return {
    proofs,
    state: proofs.some(({ state }) => state === 'invalid') ? 'invalid' : best ? 'valid' : 'unchecked',
    ...(best && { key: best.key! }),
    ...(best?.created !== undefined && { created: best.created }),
  };
}

async function checkJwt({ issuer, jwt }: Opened, { documents, now }: Means): Promise<CheckedProof> {
  const { header, signed, signature, exp, nbf } = jwt!;
  const { alg, typ, kid } = header;
  const suite = `JWT (${typeof alg === 'string' ? claimed(alg) : '?'})`;
  const isKnown = typ === undefined || (typeof typ === 'string' && /^(vc\+jwt|vc\+ld\+jwt|jwt)$/i.test(typ));
  if ((alg !== 'EdDSA' && alg !== 'Ed25519') || !isKnown)
    return { suite, state: 'unchecked', problem: texts.unknownSuite(suite) };
  const invalid = (problem: string, isForeign = false): CheckedProof => ({
    ...{ suite: 'JWT', state: 'invalid', problem, isForeign },
  });
  if (typeof kid !== 'string') return { suite: 'JWT', state: 'unchecked', problem: texts.noKey };
  if (nbf !== undefined && nbf * 1000 > now.getTime() + toleranceMs) return invalid(texts.proofFuture);
  if (exp !== undefined && exp * 1000 <= now.getTime()) return invalid(texts.proofExpired);
  const key = findKey(kid.includes('#') ? kid : `${issuer}#${kid}`, issuer, documents);
  if ('problem' in key)
    return key.isForeign
      ? invalid(key.problem, true)
      : { suite: 'JWT', state: 'unchecked', problem: key.problem };
  const isSigned =
    signature.length === 64 && (await verifyAsync(signature, signed, key.publicKey, { zip215: false }));
  return isSigned ? { suite: 'JWT', state: 'valid', key } : invalid(texts.signature);
}
