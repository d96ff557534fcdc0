import { sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { canonicalRdf } from '#platform/signing/rdf-canonical.ts';
import { withProofs, type Unsigned } from '#platform/signing/data-integrity.ts';
import { didOf, keyIdOf } from '#platform/signing/did-web.ts';
import { credentialVector, statusListUrl, vectorSigner } from '#tests/support/credential-vector.ts';
import { generateKeyPairSync } from 'node:crypto';
import { readDidDocument } from './did-document.ts';
import type { KnownDocument } from './find-key.ts';
import { parseStrict, type JsonObject } from './strict-json.ts';
import { verifyCredential, type Evidence } from './verify-credential.ts';

const full = credentialVector('full.json');
const list = credentialVector('status-list.json');
const did = readDidDocument(parseStrict(credentialVector('did.json')) as JsonObject);
const means = {
  loadRdf: () => Promise.resolve((document: object) => canonicalRdf(document)),
  now: new Date('2026-06-03T12:00:00Z'),
};
const nothing: Evidence = { documents: [], lists: [] };
const fromIssuer: Evidence = {
  documents: [{ ...did, from: 'asked' }],
  lists: [{ text: list, from: 'asked' }],
};
const check = (text: string, evidence: Evidence = fromIssuer, now = means.now) =>
  verifyCredential(text, evidence, { ...means, now });

const changed = (change: (document: JsonObject) => void, text = full): string => {
  const document = parseStrict(text) as JsonObject;
  change(document);
  return JSON.stringify(document);
};
const proofsOf = (document: JsonObject) => document['proof'] as JsonObject[];

it('a credential of which keys and status are known is confirmed in plain words', async () => {
  const checked = await check(full);
  expect(checked).toMatchObject({
    verdict: 'confirmed',
    sentence:
      'logbook.example.org signed this credential; nothing was changed since May 3, 2026. It was not withdrawn as of May 3, 2026.',
    problems: [],
  });
  const lines = checked.facts.map(({ label, text }) => `${label}: ${text}`);
  expect(lines).toContain('Signature: eddsa-rdfc-2022: matches');
  expect(lines).toContain('Signature: eddsa-jcs-2022: matches');
  expect(lines).toContain('Key: In the list of keys that logbook.example.org sent just now.');
  expect(lines).toContain('Status: Not withdrawn, by the list of May 3, 2026, 31 days old (asked just now)');
  expect(checked.claims.map(({ label }) => label)).toEqual([
    'Title',
    'Description',
    'About',
    'Text',
    'What was confirmed',
    'Confirmed by',
    'Mailbox at',
    'File',
    'File',
    'In their words',
  ]);
  expect(checked.notClaimed).toHaveLength(3);
});

it.each(['full.json', 'plain.json', 'full.jwt'] as const)(
  '%s alone is signed by the key that it attributes to its issuer',
  async (file) => {
    const { verdict, sentence, ask } = await check(credentialVector(file), nothing);
    expect(verdict).toBe('signed');
    expect(sentence).toContain('with a key that the credential attributes to logbook.example.org');
    expect(sentence).toContain('Whether it was withdrawn is not known.');
    expect(ask).toEqual({
      keys: ['https://logbook.example.org/.well-known/did.json'],
      lists: [statusListUrl],
    });
  },
);

it('keys and a list of the same archive do not say that the site issued it', async () => {
  const checked = await check(full, {
    documents: [{ ...did, from: 'archive' }],
    lists: [{ text: list, from: 'archive' }],
  });
  expect(checked.verdict).toBe('signed');
  expect(checked.sentence).toContain('a key that a file next to it attributes to logbook.example.org');
  expect(checked.facts.at(4)!.text).toContain('the list in the same file');
});

const otherPair = generateKeyPairSync('ed25519');
const otherKey = otherPair.publicKey.export({ format: 'jwk' }).x!;
const did0 = 'did:web:logbook.example.org';
const signerOf = (issuer: string, created = '2026-05-03T07:15:00Z') => ({
  keyId: keyIdOf(issuer, otherKey),
  created,
  sign: (bytes: Uint8Array) => Promise.resolve(sign(null, bytes, otherPair.privateKey)),
});
const unsigned = (text = full) => {
  const { proof: _, endorsement: __, ...document } = parseStrict(text) as JsonObject;
  return document as unknown as Unsigned;
};

it('a credential that another key signed in the name of a site is refused once its keys are known', async () => {
  const forged = JSON.stringify(await withProofs(unsigned(), signerOf(did0)));
  expect((await check(forged, nothing)).verdict).toBe('signed');
  expect(await check(forged)).toMatchObject({
    verdict: 'changed',
    sentence:
      'Nothing in this credential is certain: logbook.example.org did not sign it with any of its keys.',
  });
});

it('a key of its own name says nothing about the issuer that the credential names', async () => {
  const { keyId } = signerOf(did0);
  const multikey = keyId.split('#')[1]!;
  const signer = { ...signerOf(did0), keyId: `did:key:${multikey}#${multikey}` };
  const forged = JSON.stringify(await withProofs(unsigned(), signer));
  const checked = await check(forged);
  expect(checked.verdict).toBe('signed');
  expect(checked.sentence).toContain('with a key that nothing connects with logbook.example.org');
  const { credentialStatus: _, ...own } = unsigned() as Unsigned & { credentialStatus: unknown };
  const self = JSON.stringify(await withProofs({ ...own, issuer: `did:key:${multikey}` }, signer));
  expect((await check(self)).sentence).toContain('by the holder of a key that names no site or person');
});

async function listWith(change: (document: JsonObject) => void, signer = vectorSigner): Promise<string> {
  const { proof: _, ...document } = parseStrict(list) as JsonObject;
  change(document);
  return JSON.stringify(await withProofs(document as unknown as Unsigned, signer));
}
function setBits(document: JsonObject, bits: Uint8Array): void {
  (document['credentialSubject'] as JsonObject)['encodedList'] = `u${gzipSync(bits).toString('base64url')}`;
}
const withList = (text: string): Evidence => ({ ...fromIssuer, lists: [{ text, from: 'asked' }] });

it('a bit of the list withdraws the credential, and the newest list has the last word', async () => {
  const bits = new Uint8Array(16_384);
  bits[94567 >> 3] = 0x80 >> (94567 % 8);
  const revoked = await listWith((document) => {
    setBits(document, bits);
    document['validFrom'] = '2026-05-10T00:00:00Z';
  });
  expect(await check(full, withList(revoked))).toMatchObject({
    verdict: 'changed',
    sentence:
      'logbook.example.org has withdrawn this credential, by its list of May 10, 2026. It was signed, but it no longer holds.',
  });
  const both: Evidence = {
    ...fromIssuer,
    lists: [
      { text: revoked, from: 'given' },
      { text: list, from: 'asked' },
    ],
  };
  expect((await check(full, both)).verdict).toBe('changed');
});

it.each<[string, () => Promise<string>, RegExp]>([
  ['of another key', () => listWith(() => {}, signerOf(did0)), /not as it was signed|not known as one/],
  ['that was changed', async () => list.replace('2026-05', '2026-04'), /not as it was signed/],
  ['that is too short', () => listWith((document) => setBits(document, new Uint8Array(100))), /shorter than/],
  [
    'that expands to gigabytes',
    () => listWith((document) => setBits(document, new Uint8Array(5_000_000))),
    /broken/,
  ],
  [
    'that has expired',
    () => listWith((document) => (document['validUntil'] = '2026-05-20T00:00:00Z')),
    /expired/,
  ],
  [
    'of another issuer',
    () => listWith((document) => (document['issuer'] = 'did:web:other.example')),
    /Someone else/,
  ],
])('a list %s does not say that a credential holds', async (_, make, problem) => {
  const checked = await check(full, withList(await make()));
  expect(checked.verdict).toBe('signed');
  expect(checked.problems.join()).toMatch(problem);
  expect(checked.sentence).toContain('Whether it was withdrawn is not known.');
});

it('a stolen key states nothing since the day on which its issuer said so', async () => {
  const stolen = (revoked: string): KnownDocument => ({
    ...did,
    from: 'asked',
    keys: did.keys.map((key) => ({ ...key, revoked, asserts: false })),
  });
  const evidence = (revoked: string) => ({ ...fromIssuer, documents: [stolen(revoked)] });
  expect(await check(full, evidence('2026-05-01T00:00:00Z'))).toMatchObject({ verdict: 'changed' });
  const earlier = await check(full, evidence('2026-05-20T00:00:00Z'));
  expect(earlier.verdict).toBe('signed');
  expect(earlier.sentence).toContain('The key has been in other hands since May 20, 2026.');
});

it('a clock before issuance, and one after the end, refuse the credential', async () => {
  const before = await check(full, fromIssuer, new Date('2026-03-20T00:00:00Z'));
  expect(before.verdict).toBe('changed');
  const ended = JSON.stringify(
    await withProofs({ ...unsigned(), validUntil: '2026-05-20T00:00:00Z' }, vectorSigner),
  );
  expect((await check(ended)).sentence).toContain('it ended on May 20, 2026');
});

it('a proof that cannot be checked is named, and the other one decides', async () => {
  const unknown = changed((document) => (proofsOf(document)[0]!['cryptosuite'] = 'ecdsa-sd-2023'));
  const checked = await check(unknown);
  expect(checked.verdict).toBe('confirmed');
  expect(checked.problems).toEqual(['"ecdsa-sd-2023": This page does not know the suite "ecdsa-sd-2023".']);
  const offline = await verifyCredential(full, fromIssuer, {
    ...means,
    loadRdf: () => Promise.reject(new Error()),
  });
  expect(offline.verdict).toBe('confirmed');
  expect(offline.problems[0]).toContain('could not be loaded');
  const none = changed((document) => proofsOf(document).forEach((proof) => (proof['cryptosuite'] = 'new')));
  expect((await check(none)).verdict).toBe('unsigned');
});

it('one proof that fails is enough to refuse', async () => {
  const swapped = changed((document) => {
    const [first, second] = proofsOf(document);
    first!['proofValue'] = second!['proofValue']!;
  });
  expect(await check(swapped)).toMatchObject({
    verdict: 'changed',
    sentence: 'This credential is not as it was signed: nothing in it is certain.',
  });
});

// With the canonical form of JSON-LD alone, these make the same statements, and would hide that it was withdrawn.
it.each<[string, (document: JsonObject) => void]>([
  [
    'the full name of a member',
    (document) => rename(document, 'https://www.w3.org/2018/credentials#credentialStatus'),
  ],
  ['a keyword', (document) => rename(document, '@included')],
  [
    'its status elsewhere',
    (document) => {
      const [evidence] = document['evidence'] as JsonObject[];
      evidence!['credentialStatus'] = document['credentialStatus']!;
      delete document['credentialStatus'];
    },
  ],
  ['itself elsewhere', (document) => ((document['evidence'] as JsonObject[])[0]!['id'] = document['id']!)],
  ['a blank name', (document) => ((document['evidence'] as JsonObject[])[0]!['id'] = '_:b0')],
])('a credential with %s is refused, because programs could read it in two ways', async (_, change) => {
  const one = changed((document) => {
    document['proof'] = [proofsOf(document)[0]!];
    change(document);
  });
  const checked = await check(one);
  expect(checked.verdict).toBe('unreadable');
  expect(checked.sentence).toContain('could read something else');
});

function rename(document: JsonObject, name: string): void {
  document[name] = document['credentialStatus']!;
  delete document['credentialStatus'];
}

it('an unknown context is refused and not fetched', async () => {
  const { verdict, sentence } = await check(
    changed((document) => (document['@context'] as string[]).push('https://example.com/"terms"')),
  );
  expect(verdict).toBe('unreadable');
  expect(sentence).toContain(`"https://example.com/'terms'"`);
  expect(sentence).toContain('does not fetch it');
});

it.each<[string, string, RegExp]>([
  ['two members of one name', full.replace('"name":', '"name": "x", "name":'), /two members/],
  ['a name of the language', full.replace('"name":', '"__proto__": {}, "name":'), /means something else/],
  ['half a character', full.replace('Search', String.raw`\ud800`), /half a character/],
  ['a number in another form', full.replace('"name":', '"x": 1.0, "name":'), /number/],
  ['a number that is too large', full.replace('"name":', '"x": 12345678901234567890, "name":'), /number/],
  [
    'deep nesting',
    full.replace('"name":', `"x": ${'['.repeat(100)}${']'.repeat(100)}, "name":`),
    /more parts/,
  ],
  ['an error', `${full} x`, /JSON has an error/],
  ['no credential', '{"@context":[],"a":"b"}', /no credential/],
  ['six megabytes', `{"a":"${'x'.repeat(6_000_000)}"}`, /too large/],
])('a credential with %s is refused with a sentence', async (_, text, sentence) => {
  const checked = await check(text);
  expect(checked.verdict).toBe('unreadable');
  expect(checked.sentence).toMatch(sentence);
});

it('the JWT of a credential is confirmed, and each change of it is refused', async () => {
  const jwt = credentialVector('full.jwt').trim();
  expect(await check(jwt)).toMatchObject({ verdict: 'confirmed', problems: [] });
  const [head, body, tail] = jwt.split('.') as [string, string, string];
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
  const other = (change: object) =>
    Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url');
  const payload = Buffer.from(body, 'base64url').toString().replace('900 ms', '901 ms');
  const results = await Promise.all(
    [
      `${head}.${Buffer.from(payload).toString('base64url')}.${tail}`,
      `${other({ alg: 'none' })}.${body}.`,
      `${other({ alg: 'none' })}.${body}.${tail}`,
      `${other({ crit: ['b64'], b64: false })}.${body}.${tail}`,
      `${other({ kid: 'did:web:other.example#z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw' })}.${body}.${tail}`,
      `${head}.${body}.${tail.slice(0, -4)}AAAA`,
    ].map((text) => check(text)),
  );
  for (const { verdict } of results) expect(['changed', 'unreadable', 'unsigned']).toContain(verdict);
});

/** Each place in a JSON value, as the names and positions that lead to it. */
function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...inside.flatMap(([name, member]) => placesIn(member, [...path, name]))].filter(
    (place) => place.length > 0,
  );
}

// A mutation that makes the same statements as before, such as another order of a set, changes nothing.
it('each of 500 mutations of a credential is refused', async () => {
  const places = placesIn(JSON.parse(full));
  const mutation = fc.record({
    place: fc.constantFrom(...places),
    how: fc.constantFrom('delete', 'text', 'number', 'empty', 'letter', 'double'),
    letter: fc.nat(1000),
  });
  const harmless = new Set<string>();
  await fc.assert(
    fc.asyncProperty(mutation, async ({ place, how, letter }) => {
      const document = JSON.parse(full) as JsonObject;
      const name = place.at(-1)!;
      const parent = place
        .slice(0, -1)
        .reduce<unknown>((value, part) => (value as never)[part], document) as Record<string, unknown>;
      const before = JSON.stringify(parent[name]);
      if (how === 'delete' && Array.isArray(parent)) parent.splice(Number(name), 1);
      else if (how === 'delete') delete parent[name];
      else if (how === 'double' && Array.isArray(parent)) parent.push(structuredClone(parent[Number(name)]));
      else parent[name] = mutated(parent[name], how, letter);
      if (JSON.stringify(document) === JSON.stringify(JSON.parse(full))) return;
      const checked = await check(JSON.stringify(document));
      if (checked.verdict === 'confirmed' || checked.verdict === 'signed')
        harmless.add(`${place.join('.')} ${how} ${before}`);
    }),
    { numRuns: 500, seed: 18 },
  );
  // Without one of its proofs, or if it names another suite or key, the other proof still says all, and the result names it. A known context after those that
  // were signed changes the meaning of nothing.
  const isExpected = /^(proof\.\d( |\.cryptosuite |\.type |\.verificationMethod )|@context\.\d double )/;
  const reasons = [...harmless].filter((line) => !isExpected.test(line));
  expect(reasons).toEqual([]);
}, 120_000);

function mutated(value: unknown, how: string, letter: number): unknown {
  if (how === 'number') return 7;
  if (how === 'empty') return '';
  if (how === 'letter' && typeof value === 'string' && value !== '') {
    const at = letter % value.length;
    const next = value[at] === 'A' ? 'B' : 'A';
    return `${value.slice(0, at)}${next}${value.slice(at + 1)}`.toWellFormed();
  }
  return 'Changed';
}

it('the issuer of the test vectors is the site that they name', () => {
  expect(did.id).toBe(didOf('https://logbook.example.org'));
});
