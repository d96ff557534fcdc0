import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { withProofs, type Signer, type Unsigned } from '#platform/signing/data-integrity.ts';
import { didOf, keyIdOf } from '#platform/signing/did-web.ts';
import {
  credentialVector,
  fullVouch,
  statusListUrl,
  vectorSigner,
} from '#tests/support/credential-vector.ts';
import { vouchRow } from '#tests/support/log-archive.ts';
import { checkRecord } from './check-record.ts';

const now = new Date('2026-06-03T12:00:00Z');
const full = credentialVector('full.json');
const record = JSON.stringify(vouchRow(fullVouch));
const didUrl = 'https://logbook.example.org/.well-known/did.json';
const nothing = new Map<string, string>();
const sent = new Map([
  [didUrl, credentialVector('did.json')],
  [statusListUrl, credentialVector('status-list.json')],
]);
const check = (credential: string, answers = nothing, of = record) =>
  checkRecord({ record: of, credential }, answers, now);

type Changed = Record<string, unknown> & { issuer: Record<string, unknown> };

/** The credential with a change, signed again by another key with this id. */
async function forged(
  change: (document: Changed) => void,
  keyOf: (publicKey: string) => string,
): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const signer: Signer = {
    keyId: keyOf(publicKey.export({ format: 'jwk' }).x!),
    created: '2026-05-03T07:15:00Z',
    sign: (bytes) => Promise.resolve(sign(null, bytes, privateKey)),
  };
  const { proof: _, endorsement, ...document } = JSON.parse(full) as Changed;
  const [{ proof: __, ...unsigned }] = endorsement as [Record<string, unknown>];
  change(document);
  Object.assign(document, { endorsement: [unsigned] });
  return JSON.stringify(await withProofs(document as unknown as Unsigned, signer));
}
const same = () => undefined;
const did = didOf('https://logbook.example.org');

it('a credential is signed by the host that it names, until that host was asked', async () => {
  for (const text of [full, credentialVector('full.jwt')]) {
    expect(await check(text)).toMatchObject({ host: 'logbook.example.org', state: 'signed' });
    expect(await check(text, sent)).toMatchObject({ host: 'logbook.example.org', state: 'verified' });
  }
});

it('no credential is verified as long as its status, or its key, is not known', async () => {
  for (const address of sent.keys()) {
    const partly = new Map([...sent].filter(([other]) => other === address));
    expect((await check(full, partly))!.state).toBe('signed');
  }
  const broken = new Map([...sent].map(([address]) => [address, '{']));
  expect((await check(full, broken))!.state).toBe('signed');
});

it('a changed text, or the credential of another vouch, proves nothing about the record', async () => {
  expect(await check(full.replace('900 ms', '901 ms'), sent)).toBeUndefined();
  const other = JSON.stringify(vouchRow({ ...fullVouch, project_name: 'Another project' }));
  expect(await check(full, sent, other)).toBeUndefined();
  expect(await check(credentialVector('plain.json'), sent)).toBeUndefined();
  for (const text of ['', '{}', 'a.b.c', credentialVector('status-list.json')])
    expect(await check(text, sent)).toBeUndefined();
});

it('a key of another host, or of no host, proves nothing', async () => {
  const evil = (key: string) => keyIdOf(didOf('https://evil.example'), key);
  expect(await check(await forged(same, evil), sent)).toBeUndefined();
  const issuers = [
    'did:web:logbook.example.org:~evil',
    'did:key:z6Mk',
    'https://logbook.example.org',
    'urn:x',
  ];
  for (const issuer of issuers) {
    const text = await forged(
      (document) => (document.issuer['id'] = issuer),
      (key) => keyIdOf(issuer, key),
    );
    expect([issuer, await check(text, sent)]).toEqual([issuer, undefined]);
  }
});

it('a key that was only given the name of a host is refused by what the host sent', async () => {
  const text = await forged(same, (key) => keyIdOf(did, key));
  expect((await check(text))!.state).toBe('signed');
  expect(await check(text, sent)).toMatchObject({
    state: 'refused',
    sentence:
      'Nothing in this credential is certain: logbook.example.org did not sign it with any of its keys.',
  });
});

it('a credential that its issuer has withdrawn says so once the issuer was asked', async () => {
  const { proof: _, endorsement, ...document } = JSON.parse(full) as Changed;
  const [{ proof: __, ...unsigned }] = endorsement as [Record<string, unknown>];
  const status = { ...(document['credentialStatus'] as object), statusListIndex: '3' };
  const revoked = { ...document, endorsement: [unsigned], credentialStatus: status };
  const text = JSON.stringify(await withProofs(revoked as unknown as Unsigned, vectorSigner));
  expect((await check(text))!.state).toBe('signed');
  expect(await check(text, sent)).toMatchObject({
    state: 'refused',
    sentence: expect.stringContaining('logbook.example.org has withdrawn this credential') as string,
  });
});

it('no host speaks for another one', async () => {
  const text = await forged(
    (document) => (document.issuer['id'] = didOf('https://evil.example')),
    (key) => keyIdOf(didOf('https://evil.example'), key),
  );
  const lies = new Map([['https://evil.example/.well-known/did.json', credentialVector('did.json')]]);
  expect(await check(text, lies)).toMatchObject({ host: 'evil.example', state: 'signed' });
});
