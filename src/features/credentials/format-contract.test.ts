// The checks of 1EdTech's validator for Open Badges 3.0, restated from its source (digital-credentials-public-validator 3825471,
// OB30Inspector and its probes). Not run here: the validator itself, which is a Java program; its JSON schemas, which it loads
// from purl.imsglobal.org; whether `issuer.url` responds, which is a warning; and JWT, where it accepts RS256 and ES256 only.
import { describe, expect, it } from 'vitest';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { keyBytes, problemElsewhere, type Did } from '#tests/support/credential-verifier.ts';
import { statusListCredential, vouchCredential } from './format-contract.ts';

const read = (file: Parameters<typeof credentialVector>[0]) => JSON.parse(credentialVector(file)) as object;
const world = { dids: [read('did.json') as Did], lists: [read('status-list.json') as { id: string }] };
const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
];

type WithProof = { issuer: string | { id: string }; proof: readonly object[] };

/** EmbeddedProofProbe: the first DataIntegrityProof for assertions counts, and is verified as `eddsa-rdfc-2022`. */
async function checkProof(document: WithProof): Promise<void> {
  const proofs = document.proof as { type: string; proofPurpose: string; verificationMethod: string }[];
  const selected = proofs.find(
    ({ type, proofPurpose }) => type === 'DataIntegrityProof' && proofPurpose === 'assertionMethod',
  )!;
  expect(selected).toMatchObject({ cryptosuite: 'eddsa-rdfc-2022' });
  const [controller, key] = selected.verificationMethod.split('#') as [string, string];
  expect(controller).toBe(typeof document.issuer === 'string' ? document.issuer : document.issuer.id);
  expect(key).toMatch(/^z6Mk/);
  expect(keyBytes(key)).toHaveLength(32);
  expect(await problemElsewhere(document, world, 'rdfc')).toBeUndefined();
}

describe.each(['full.json', 'plain.json'] as const)('1EdTech would accept %s', (file) => {
  const credential = vouchCredential.parse(read(file));

  it('its contexts are in their places, and its type is allowed at the top level', () => {
    expect(credential['@context']).toEqual(contexts);
    expect(credential.type).toEqual(expect.arrayContaining(['VerifiableCredential', 'OpenBadgeCredential']));
  });

  it('its subject has an id or an identifier, and criteria with a narrative', () => {
    const { credentialSubject: subject } = credential;
    expect(subject.type).toContain('AchievementSubject');
    expect(subject.id ?? subject.identifier?.[0].identityHash).toBeTruthy();
    for (const identifier of subject.identifier ?? []) expect(identifier.type).toBe('IdentityObject');
    expect(subject.achievement.criteria.narrative).not.toBe('');
    expect(subject.source.type).toContain('Profile');
    for (const other of subject.source.otherIdentifier ?? []) expect(other.type).toBe('IdentifierEntry');
  });

  it('its evidence and issuer have their types', () => {
    for (const evidence of credential.evidence ?? []) expect(evidence.type).toContain('Evidence');
    expect(credential.issuer.type).toContain('Profile');
  });

  it('its first proof is by the issuer, with the key in the fragment, and its status is in a list of the issuer', async () => {
    await checkProof(credential);
    expect(Date.parse(credential.validFrom)).toBeLessThan(Date.now());
    const { credentialStatus: status } = credential;
    expect([status.type, status.statusPurpose]).toEqual(['BitstringStatusListEntry', 'revocation']);
    const list = statusListCredential.parse(read('status-list.json'));
    expect(list.id).toBe(status.statusListCredential);
    expect(list['@context'][0]).toBe(contexts[0]);
    expect(list.credentialSubject.type).toBe('BitstringStatusList');
    expect(list.credentialSubject.statusPurpose).toBe(status.statusPurpose);
    await checkProof(list);
  });

  it('embedded endorsements have contexts, types and proofs of their own', async () => {
    for (const endorsement of credential.endorsement ?? []) {
      expect(endorsement['@context']).toEqual(contexts);
      expect(endorsement.type).toEqual(['VerifiableCredential', 'EndorsementCredential']);
      await checkProof(endorsement);
    }
  });
});
