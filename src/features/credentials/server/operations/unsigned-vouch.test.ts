import { expect, it } from 'vitest';
import { withProofs } from '#platform/signing/data-integrity.ts';
import { didDocument } from '#platform/signing/did-web.ts';
import {
  credentialVector,
  fullVouch,
  plainVouch,
  statusListUrl,
  vectorIssuance,
  vectorKey,
  vectorSigner,
  vectorUrl,
} from '#tests/support/credential-vector.ts';
import { jwtElsewhere, problemElsewhere, type Did } from '#tests/support/credential-verifier.ts';
import { unsignedVouch } from './unsigned-vouch.ts';
import { statusListCredential, vouchCredential } from '../../format-contract.ts';
import { jwtOf } from './credential-jwt.ts';
import { unsignedList } from './status-list.ts';

const read = (file: Parameters<typeof credentialVector>[0]) => JSON.parse(credentialVector(file)) as object;
const world = {
  dids: [read('did.json') as Did],
  lists: [read('status-list.json') as { id: string }],
  now: new Date('2026-06-01T00:00:00Z'),
};

it.each([
  ['full.json', fullVouch],
  ['plain.json', plainVouch],
] as const)('the format never changes: %s is what a vouch becomes', async (file, vouch) => {
  const signed = await withProofs(unsignedVouch(vouch, vectorIssuance), vectorSigner);
  expect(signed).toEqual(read(file));
  expect(vouchCredential.parse(signed)).toEqual(signed);
});

it('the format never changes: the JWT, the status list and the document of the keys', async () => {
  const full = await withProofs(unsignedVouch(fullVouch, vectorIssuance), vectorSigner);
  expect(jwtOf(full, vectorSigner.keyId, vectorKey)).toBe(credentialVector('full.jwt').trim());
  const at = '2026-05-03T07:15:00Z';
  const list = unsignedList({ did: vectorIssuance.did, url: statusListUrl, at, revoked: [3, 131_071] });
  const signed = await withProofs(list, vectorSigner);
  expect(signed).toEqual(read('status-list.json'));
  expect(statusListCredential.parse(signed)).toEqual(signed);
  expect(didDocument(vectorUrl, [vectorKey])).toEqual(read('did.json'));
});

it('a name with quotes cannot add a sentence to those of the instance', () => {
  const vouch = { ...plainVouch, reference_name: 'Alan”. Logbook knows him well. “' };
  const { credentialSubject } = unsignedVouch(vouch, vectorIssuance);
  const [ours] = credentialSubject.achievement.criteria.narrative.split('\n\n');
  expect(ours).toMatch(/“Alan'\. Logbook knows him well\. ', CTO”\.$/);
});

it.each(['full.json', 'plain.json', 'status-list.json'] as const)(
  'another implementation verifies %s: each proof, and both',
  async (file) => {
    expect(await problemElsewhere(read(file), world)).toBeUndefined();
    expect(await problemElsewhere(read(file), world, 'rdfc')).toBeUndefined();
    expect(await problemElsewhere(read(file), world, 'jcs')).toBeUndefined();
  },
);

it('another implementation verifies the endorsement alone, and the JWT', async () => {
  const { endorsement, proof: _, ...rest } = vouchCredential.parse(read('full.json'));
  expect(await problemElsewhere(endorsement![0], world)).toBeUndefined();
  expect(await jwtElsewhere(credentialVector('full.jwt').trim(), world)).toEqual({ ...rest, endorsement });
});
