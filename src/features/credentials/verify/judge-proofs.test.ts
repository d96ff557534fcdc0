// Credentials that programs of others issued, in both suites and as JWT.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createSignCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite';
import { DataIntegrityProof } from '@digitalcredentials/data-integrity';
import { cryptosuite as rdfc } from '@digitalcredentials/eddsa-rdfc-2022-cryptosuite';
import { issue } from '@digitalcredentials/vc';
import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { keyIdOf } from '#platform/signing/did-web.ts';
import { loadPinned } from '#platform/signing/pinned-contexts.ts';
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { judgeProofs } from './judge-proofs.ts';
import { openCredential } from './open-credential.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const issuer = 'did:web:badges.example';
const id = keyIdOf(issuer, publicKey.export({ format: 'jwk' }).x!);
const signer = {
  ...{ id, algorithm: 'Ed25519' },
  sign: ({ data }: { data: Uint8Array }) => Promise.resolve(new Uint8Array(sign(null, data, privateKey))),
};

const credential = {
  '@context': [
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ],
  id: 'urn:uuid:2f6f1c1e-4e1b-4f0e-9d2a-8f4c1f0f6a11',
  type: ['VerifiableCredential', 'OpenBadgeCredential'],
  name: 'Welding',
  issuer: { id: issuer, type: ['Profile'], name: 'A school' },
  validFrom: '2026-01-01T00:00:00Z',
  credentialSubject: {
    type: ['AchievementSubject'],
    creditsEarned: 2.5,
    achievement: {
      id: 'urn:uuid:9f6f1c1e-4e1b-4f0e-9d2a-8f4c1f0f6a12',
      type: ['Achievement'],
      name: 'Welding',
      description: 'A course',
      criteria: { narrative: 'Weld' },
    },
  },
};

const judge = (text: string) =>
  judgeProofs(openCredential(text), {
    documents: [],
    loadRdf: () => Promise.resolve((document: object) => canonicalRdf(document)),
    now: new Date('2026-06-01T00:00:00Z'),
  });

it.each([
  ['eddsa-rdfc-2022', rdfc],
  ['eddsa-jcs-2022', createSignCryptosuite()],
])(
  'a credential that another program issued with %s is valid, and not after a change',
  async (suite, cryptosuite) => {
    const signed = await issue({
      credential: structuredClone(credential),
      suite: new DataIntegrityProof({ signer, date: '2026-02-01T00:00:00Z', cryptosuite }),
      documentLoader: (url) => loadPinned(url),
      now: new Date('2026-02-01T00:00:00Z'),
    });
    const text = JSON.stringify(signed);
    expect(await judge(text)).toMatchObject({ state: 'valid', proofs: [{ suite }], key: { link: 'named' } });
    expect(await judge(text.replace('A course', 'Another'))).toMatchObject({ state: 'invalid' });
  },
);

it('a JWT that jose signed is valid, and its times are judged', async () => {
  const jwtOf = (claims: object) =>
    new SignJWT({ ...credential, ...claims })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'vc+jwt', kid: id })
      .sign(privateKey);
  expect(await judge(await jwtOf({ iss: issuer, jti: credential.id }))).toMatchObject({ state: 'valid' });
  expect(await judge(await jwtOf({ exp: 1_700_000_000 }))).toMatchObject({ state: 'invalid' });
  expect(await judge(await jwtOf({ nbf: 1_900_000_000 }))).toMatchObject({ state: 'invalid' });
  expect(() => openCredential('a.b.c')).toThrow(/no valid JWT/);
  await expect(jwtOf({ iss: 'did:web:other.example' }).then(openCredential)).rejects.toThrow(
    /something else/,
  );
  await expect(jwtOf({ vc: {} }).then(openCredential)).rejects.toThrow(/earlier version/);
});
