// Ways to hide from the reader what a credential claims, or that it was withdrawn, and words that pass as those of the page.
import { expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { withProofs, type Unsigned } from '#platform/signing/data-integrity.ts';
import { credentialVector, vectorSigner } from '#tests/support/credential-vector.ts';
import { readDidDocument } from './did-document.ts';
import { parseStrict, type JsonObject } from './strict-json.ts';
import { verifyCredential, type Evidence } from './verify-credential.ts';

const full = credentialVector('full.json');
const list = credentialVector('status-list.json');
const did = readDidDocument(parseStrict(credentialVector('did.json')) as JsonObject);
const index = 94567;
const means = {
  loadRdf: () => Promise.resolve((document: object) => canonicalRdf(document)),
  now: new Date('2026-06-03T12:00:00Z'),
};

/** The list of the vector, in which its credential is withdrawn. */
async function revokedList(): Promise<string> {
  const { proof: _, ...document } = JSON.parse(list) as JsonObject;
  const bits = new Uint8Array(16_384);
  bits[index >> 3] = 0x80 >> (index % 8);
  document['validFrom'] = '2026-05-10T00:00:00Z';
  (document['credentialSubject'] as JsonObject)['encodedList'] = `u${gzipSync(bits).toString('base64url')}`;
  return JSON.stringify(await withProofs(document as unknown as Unsigned, vectorSigner));
}

async function check(text: string, more: Evidence['lists'] = []) {
  const lists = [...more, { text: await revokedList(), from: 'asked' } as const];
  const documents = [{ ...did, from: 'asked' } as const];
  return verifyCredential(text, { documents, lists }, means);
}

it('a list that does not hold, next to one that does, decides nothing', async () => {
  for (const bogus of [
    list.replace('2026-05', '2026-04'),
    list.replace('"issuer":"did:web:', '"issuer":"did:web:x'),
  ])
    expect((await check(full, [{ text: bogus, from: 'archive' }])).verdict).toBe('changed');
});

// `eddsa-rdfc-2022` signs statements: the same ones can be written in many forms.
it.each<[string, (status: JsonObject) => unknown, 'changed' | 'unreadable']>([
  ['after nothing', (status) => [null, null, null, null, null, status], 'unreadable'],
  ['after copies of it', (status) => Array.from({ length: 6 }, () => status), 'unreadable'],
  ['in a list of a list', (status) => [[status]], 'unreadable'],
  [
    'in two parts',
    ({ statusListIndex, ...status }) => [status, { id: status['id'], type: status['type'], statusListIndex }],
    'unreadable',
  ],
  ['with lists of one text', (status) => ({ ...status, statusPurpose: ['revocation'] }), 'changed'],
  ['with a list of one type', (status) => ({ ...status, type: ['BitstringStatusListEntry'] }), 'changed'],
  [
    'with objects instead of texts',
    (status) => ({
      ...status,
      statusListIndex: { '@value': status['statusListIndex'] },
      statusListCredential: { id: status['statusListCredential'] },
    }),
    'changed',
  ],
])('a status %s still withdraws the credential, or it is refused', async (_, form, verdict) => {
  const document = JSON.parse(full) as JsonObject;
  document['proof'] = (document['proof'] as JsonObject[])[0]!;
  expect((await check(JSON.stringify(document))).verdict).toBe('changed');
  document['credentialStatus'] = form(document['credentialStatus'] as JsonObject) as JsonObject;
  expect((await check(JSON.stringify(document))).verdict).toBe(verdict);
});

it('claims in a list, or in two parts, are shown', async () => {
  const { proof, ...document } = JSON.parse(full) as { proof: JsonObject[]; credentialSubject: JsonObject };
  const { achievement, source, ...subject } = document.credentialSubject as Record<string, JsonObject>;
  const { id, type, criteria, ...rest } = achievement!;
  const credentialSubject = {
    ...subject,
    ...{
      source: [source],
      achievement: [
        { id, type, ...rest },
        { id, type, criteria: [criteria] },
      ],
    },
  };
  const lists = [{ text: list, from: 'asked' } as const];
  const evidence = { documents: [{ ...did, from: 'asked' } as const], lists };
  const written = await verifyCredential(
    JSON.stringify({ ...document, credentialSubject, proof: proof[0] }),
    evidence,
    means,
  );
  expect(written.verdict).toBe('confirmed');
  expect(written.claims).toEqual((await verifyCredential(full, evidence, means)).claims);
});

it('the id of a key or an issuer cannot pass as a sentence of the page', async () => {
  const document = JSON.parse(full) as JsonObject;
  const sentence = 'log.example" signed this credential.\nIt is “genuine';
  document['issuer'] = sentence;
  for (const proof of document['proof'] as JsonObject[]) proof['verificationMethod'] = sentence;
  const { problems } = await check(JSON.stringify(document));
  const shown = `"log.example' signed this credential. It is 'genuine"`;
  expect(problems[0]).toBe(`eddsa-rdfc-2022: This page does not know how to find a key of ${shown}.`);
});
