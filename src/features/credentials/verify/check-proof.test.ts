// W3C's published vectors of both cryptosuites, and what is wrong with a proof.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pinnedContexts } from '#platform/signing/pinned-contexts.ts';
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { canonicalForm } from './canonical-form.ts';
import { checkProof, isSignature, type CanonicalRdf } from './check-proof.ts';
import { fromMultikey } from './multibase.ts';
import { listed } from './open-credential.ts';
import { parseStrict, type Json, type JsonObject } from './strict-json.ts';

const vector = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/vc-di-eddsa', file), 'utf8');
const signedVector = (file: string) => parseStrict(vector(`${file}.json`)) as JsonObject;

// The standard's example context. That the signatures match proves that it is the same.
const examples = 'https://www.w3.org/ns/credentials/examples/v2';
const contexts = new Map([
  ...pinnedContexts,
  [examples, { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } }],
]);
const rdf: CanonicalRdf = (value) => canonicalRdf(value, contexts);
const jcs: CanonicalRdf = async (value) => canonicalForm(value as Json);
const canonicalOf = (proof: JsonObject) => (proof['cryptosuite'] === 'eddsa-rdfc-2022' ? rdf : jcs);

const isValid = (document: JsonObject, proof: JsonObject) => {
  const publicKey = fromMultikey((proof['verificationMethod'] as string).split('#')[1])!;
  return isSignature(document, proof, { canonical: canonicalOf(proof), publicKey });
};

it.each(['jcs', 'rdfc'] as const)(
  'the canonical forms of the vector of %s are those published',
  async (suite) => {
    const { proof, ...document } = signedVector(`${suite}-signed`);
    const { proofValue: _, ...options } = proof as JsonObject;
    const canonical = suite === 'jcs' ? jcs : rdf;
    expect(await canonical(document)).toBe(vector(`${suite}-document.txt`));
    expect(await canonical({ ...options, '@context': document['@context']! })).toBe(
      vector(`${suite}-proof.txt`),
    );
  },
);

it.each([
  ['jcs-signed', 1],
  ['rdfc-signed', 1],
  ['proof-set', 2],
  ['proof-chain', 4],
])('each proof of the published %s verifies, and none after a change', async (file, count) => {
  const document = signedVector(file);
  const proofs = listed(document['proof']) as JsonObject[];
  expect(proofs).toHaveLength(count);
  for (const proof of proofs) {
    expect(await isValid(document, proof)).toBe(true);
    expect(await isValid({ ...document, name: 'Another name' }, proof)).toBe(false);
    expect(await isValid(document, { ...proof, created: '2023-02-24T23:36:39Z' })).toBe(false);
  }
});

it('a proof of a chain does not verify without the proof that it signs', async () => {
  const document = signedVector('proof-chain');
  const proofs = document['proof'] as JsonObject[];
  const last = proofs.at(-1)!;
  expect(await isValid({ ...document, proof: [proofs[0]!, proofs[1]!, last] }, last)).toBe(false);
  expect(await isValid({ ...document, proof: [{ ...proofs[2]!, proofValue: 'z2' }, last] }, last)).toBe(
    false,
  );
});

const means = {
  documents: [],
  loadRdf: () => Promise.resolve(rdf),
  now: new Date('2026-11-26T12:00:00Z'),
};

it.each<[string, object, string]>([
  ['another purpose', { proofPurpose: 'authentication' }, 'It was not made to state something.'],
  ['no key', { verificationMethod: undefined }, 'It names no key.'],
  [
    'a time to come',
    { created: '2026-11-27T12:00:00Z' },
    'It is of a later time than the clock of this device.',
  ],
  ['a time without a zone', { created: '2026-01-01T12:00:00' }, 'A date of it is none.'],
  ['an end that has passed', { expires: '2026-11-25T12:00:00Z' }, 'It has expired.'],
  ['a signature in hex', { proofValue: 'f00' }, 'The signature does not match.'],
])('a proof with %s does not hold', async (_, change, problem) => {
  const document = signedVector('jcs-signed');
  const proof = Object.assign(document['proof'] as JsonObject, change);
  const checked = await checkProof(document, proof, 'https://vc.example/issuers/5678', means);
  expect(checked).toMatchObject({ state: 'invalid', problem });
});

it('a proof of an unknown suite, and one whose code cannot be loaded, are named as not checked', async () => {
  const document = signedVector('rdfc-signed');
  const proof = document['proof'] as JsonObject;
  const issuer = 'https://vc.example/issuers/5678';
  const unknown = { ...proof, cryptosuite: 'ecdsa-rdfc-2019' };
  expect(await checkProof(document, unknown, issuer, means)).toMatchObject({
    ...{ state: 'unchecked', problem: 'This page does not know the suite "ecdsa-rdfc-2019".' },
  });
  const offline = { ...means, loadRdf: () => Promise.reject(new Error('offline')) };
  expect(await checkProof(document, proof, issuer, offline)).toMatchObject({
    ...{ suite: 'eddsa-rdfc-2022', state: 'unchecked' },
  });
});

it('a member that no context defines is not covered by a signature of its meaning', async () => {
  const vectorDocument = signedVector('rdfc-signed');
  const document: JsonObject = { ...vectorDocument, '@context': ['https://www.w3.org/ns/credentials/v2'] };
  const checked = await checkProof(document, document['proof']!, 'https://vc.example/issuers/5678', means);
  expect(checked).toMatchObject({
    state: 'invalid',
    problem: 'The credential has parts that no signature of this kind covers.',
  });
});

it.each([
  ['validFrom', 'credentials#validFrom'],
  ['validUntil', 'credentials#validUntil'],
  ['credentialStatus', 'credentials#credentialStatus'],
  ['issuer', 'credentials#issuer'],
  ['credentialSubject', 'credentials#credentialSubject'],
])('%s has no other name in a known context', (term, iri) => {
  const named: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    const inside = (value as { '@context'?: unknown })['@context'];
    if (inside !== undefined) walk(inside);
    for (const [name, member] of Object.entries(value).filter(([key]) => !key.startsWith('@'))) {
      const id: unknown =
        typeof member === 'string' ? member : (member as { '@id'?: unknown } | null)?.['@id'];
      if (typeof id === 'string' && (id.endsWith(iri) || id === term || id.endsWith(`:${term}`)))
        named.push(name);
      walk(member);
    }
  };
  for (const context of pinnedContexts.values()) walk(context);
  expect(new Set(named)).toEqual(new Set([term]));
});
