// One proof of a document: W3C's Data Integrity by Ed25519, in both canonical forms.
import { verifyAsync } from '@noble/ed25519';
import { sha256, type Bytes } from '#platform/files/bytes.ts';
import { claimed } from '#platform/text/claimed.ts';
import { verifyTexts as texts } from '../verify-texts.ts';
import { canonicalForm } from './canonical-form.ts';
import { findKey, type FoundKey, type KnownDocument } from './find-key.ts';
import { fromMultibase58 } from './multibase.ts';
import { listed } from './open-credential.ts';
import { isObject, type Json, type JsonObject } from './strict-json.ts';

/** The canonical statements of a JSON-LD document. Rejects if it has members that its contexts do not define. */
export type CanonicalRdf = (document: object) => Promise<string>;

export type Means = {
  documents: readonly KnownDocument[];
  /** Loads what `eddsa-rdfc-2022` needs. Rejects if that is not possible here. */
  loadRdf: () => Promise<CanonicalRdf>;
  now: Date;
};

export type CheckedProof = {
  /** As the reader sees it. */
  suite: string;
  state: 'valid' | 'invalid' | 'unchecked';
  /** Why it is not valid. */
  problem?: string;
  /** Set if it is valid. */
  key?: FoundKey;
  /** As it says itself. */
  created?: string;
  isForeign?: boolean;
};

const suites = ['eddsa-jcs-2022', 'eddsa-rdfc-2022'] as const;

/** Never rejects. `proofs`: all proofs of the document. */
export async function checkProof(
  document: JsonObject,
  proof: Json,
  issuer: string,
  means: Means,
): Promise<CheckedProof> {
  const name = isObject(proof) ? (proof['cryptosuite'] ?? proof['type']) : undefined;
  const suite = claimed(typeof name === 'string' ? name : '?');
  const known = suites.find((candidate) => candidate === name);
  if (!isObject(proof) || proof['type'] !== 'DataIntegrityProof' || !known)
    return { suite, state: 'unchecked', problem: texts.unknownSuite(suite) };
  const invalid = (problem: string, isForeign = false): CheckedProof => ({
    ...{ suite: known, state: 'invalid', problem, isForeign },
  });
  const { proofPurpose, verificationMethod, created, expires } = proof;
  if (proofPurpose !== 'assertionMethod') return invalid(texts.purpose);
  if (typeof verificationMethod !== 'string') return invalid(texts.noKey);
  if (![created, expires].every((at) => at === undefined || instantOf(at) !== undefined))
    return invalid(texts.noInstant);
  if (isLater(created, means.now)) return invalid(texts.proofFuture);
  if (expires !== undefined && !isLater(expires, means.now)) return invalid(texts.proofExpired);
  const key = findKey(verificationMethod, issuer, means.documents);
  if ('problem' in key)
    return key.isForeign
      ? invalid(key.problem, true)
      : { suite: known, state: 'unchecked', problem: key.problem };
  let canonical: CanonicalRdf = async (value) => canonicalForm(value as JsonObject);
  if (known === 'eddsa-rdfc-2022') {
    try {
      canonical = await means.loadRdf();
    } catch {
      return { suite: known, state: 'unchecked', problem: texts.notLoaded };
    }
  }
  try {
    const isSigned = await isSignature(document, proof, { canonical, publicKey: key.publicKey });
    if (!isSigned) return invalid(texts.signature);
    return { suite: known, state: 'valid', key, ...(typeof created === 'string' && { created }) };
  } catch {
    // Such as a member that no context defines, which the signature does not cover.
    return invalid(texts.notCanonical);
  }
}

/** Whether this key signed the document and what the proof says. Throws if the document has no canonical form. */
export async function isSignature(
  document: JsonObject,
  proof: JsonObject,
  { canonical, publicKey }: { canonical: CanonicalRdf; publicKey: Bytes },
): Promise<boolean> {
  const { proof: proofs, ...body } = document;
  const { proofValue, ...options } = proof;
  const signature = fromMultibase58(proofValue);
  if (signature?.length !== 64) return false;
  if (options['previousProof'] !== undefined) {
    const previous = previousProofs(listed(proofs), listed(options['previousProof']));
    if (!previous) return false;
    body['proof'] = previous;
  }
  if (options['cryptosuite'] === 'eddsa-rdfc-2022') options['@context'] = document['@context']!;
  else if (options['@context'] !== undefined) {
    const [signed, shown] = [listed(options['@context']), listed(document['@context'])];
    if (!signed.every((context, at) => context === shown[at])) return false;
    body['@context'] = options['@context'];
  }
  const hashes = [await sha256(await canonical(options)), await sha256(await canonical(body))];
  const signed = new Uint8Array(64);
  hashes.forEach((hash, at) => signed.set(hash, 32 * at));
  return verifyAsync(signature, signed, publicKey, { zip215: false });
}

/** The proofs with these ids, which a proof signs in addition to the document. Undefined if one is missing. */
function previousProofs(proofs: readonly Json[], ids: readonly Json[]): Json[] | undefined {
  const found = ids.map((id) => proofs.find((proof) => isObject(proof) && proof['id'] === id));
  return found.every((proof) => proof !== undefined) ? found : undefined;
}

const instant = /^-?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/** Milliseconds of an instant with its time zone, as the standard demands it. */
export function instantOf(at: Json | undefined): number | undefined {
  if (typeof at !== 'string' || !instant.test(at)) return undefined;
  const time = Date.parse(at);
  return Number.isNaN(time) ? undefined : time;
}

/** Clocks differ by this much. */
export const toleranceMs = 5 * 60_000;

export const isLater = (at: Json | undefined, now: Date): boolean => {
  const time = instantOf(at);
  return time !== undefined && time > now.getTime() + toleranceMs;
};
