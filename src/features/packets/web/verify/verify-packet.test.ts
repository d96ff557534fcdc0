import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { credentialVector } from '#tests/support/credential-vector.ts';
import { packetVector, packetVectorIn, vectorKeys } from '#tests/support/packet-vector.ts';
import {
  bytesOf,
  canonical,
  document,
  entry,
  hash,
  json,
  known,
  packetOf,
  signedPacket,
} from '#tests/support/signed-packet.ts';
import type { FrozenItem, FrozenVouch, PacketJson } from '../../format-contract.ts';
import { fromBase64Url } from '#platform/files/bytes.ts';
import { verifyPacket } from './verify-packet.ts';
import { credentialsIn } from './vouch-credentials.ts';

const problemsOf = async (packet: PacketJson) => {
  const { lines } = await verifyPacket(json(packet), known);
  return lines.map(({ line, problem }) => `${line}: ${problem}`);
};

it('a packet as its instance signed it is confirmed in one sentence', async () => {
  expect(await verifyPacket(json(packetOf()), known)).toMatchObject({
    verdict: 'confirmed',
    sentence:
      'Logbook at log.example recorded these 4 items between Mar 10, 2026 and Mar 22, 2026, and 1 goal by May 3, 2026; nothing was changed since May 3, 2026.',
    ...{ problems: [], lines: [] },
  });
});

// Their author sets their dates, so only the publication says when the instance recorded them (R-M6).
it.each([
  [1, 'this goal by May 3, 2026'],
  [2, 'these 2 goals by May 3, 2026'],
])('a packet of %i goals with dates of long ago is confirmed without these dates', async (goals, named) => {
  const goal = (text: string): FrozenItem => ({
    ...{ kind: 'goal', text, textSha256: hash(text) },
    ...{ setAt: '2010-03-01T08:00:00.000Z', completedAt: '2010-03-20T08:00:00.000Z' },
  });
  const items = ['Ship', 'Learn'].slice(0, goals).map(goal);
  const packet = signedPacket({ ...document, groups: [{ title: 'Goals', line: '', items }] });
  const { verdict, sentence } = await verifyPacket(json(packet), known);
  expect(verdict).toBe('confirmed');
  expect(sentence).toBe(`Logbook at log.example recorded ${named}; nothing was changed since May 3, 2026.`);
});

it('without the keys of the instance, the result does not say who signed', async () => {
  const checked = await verifyPacket(json(packetOf()));
  expect(checked.verdict).toBe('signed');
  expect(checked.sentence).toContain('a key that the file attributes to "Logbook" at log.example');
});

it('a name and a time that anyone may have signed are quoted, short, and on one line', async () => {
  const packet = packetOf();
  const own = generateKeyPairSync('ed25519');
  const publicKey = own.publicKey.export({ format: 'jwk' }).x!;
  packet.record.key = { id: hash(Buffer.from(publicKey, 'base64url')).slice(0, 16), publicKey };
  packet.record.issuer = {
    name: `Acme" at acme.example.\n\u202eConfirmed: ${'true '.repeat(30)}`,
    url: 'no "URL',
  };
  packet.record.publishedAt = 'May 3, 2026, and "Logbook" confirms it.';
  packet.signature = sign(null, Buffer.from(canonical(packet.record)), own.privateKey).toString('base64url');
  expect(await verifyPacket(json(packet), known)).toMatchObject({
    verdict: 'signed',
    sentence: `Nothing was changed in these 5 items since "May 3, 2026, and 'Logbook' confirms it.", when they were signed with a key that the file attributes to "Acme' at acme.example. Confirmed: true true true true true t..." at "no 'URL".`,
  });
});

it('a packet that names an instance whose key did not sign it is not certain', async () => {
  const checked = await verifyPacket(json(packetOf()), { ...known, keys: [] });
  expect(checked).toMatchObject({ verdict: 'changed', problems: [expect.stringContaining('not a key of')] });
});

it('a line that was removed is missing, and the lines after it are not reported', async () => {
  const packet = packetOf();
  packet.document.groups[0]!.items.splice(1, 1);
  expect(await problemsOf(packet)).toEqual(['2: It was in the packet that was signed, and is missing.']);
});

it('a line that was added is named, and the lines after it are not reported', async () => {
  const packet = packetOf();
  packet.document.groups[0]!.items.splice(1, 0, entry('Added', 13));
  expect(await problemsOf(packet)).toEqual(['2: It was not in the packet that was signed.']);
});

it('each of several identical lines that are missing is listed', async () => {
  const twice = {
    ...document,
    groups: [{ ...document.groups[0]!, items: Array(4).fill(entry('Same', 10)) }],
  };
  const packet = signedPacket(twice);
  packet.document.groups[0]!.items.splice(1, 2);
  const missing = 'It was in the packet that was signed, and is missing.';
  expect(await problemsOf(packet)).toEqual([`3: ${missing}`, `4: ${missing}`]);
});

it('another spelling of the same base64url is refused, in a key and in a signature', async () => {
  // The last character of 32 and of 64 bytes has spare bits.
  const next = (text: string) =>
    text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
  for (const length of [32, 64]) {
    const text = Buffer.alloc(length, 1).toString('base64url');
    expect(fromBase64Url(text)).toHaveLength(length);
    expect(Buffer.from(next(text), 'base64url')).toEqual(Buffer.from(text, 'base64url'));
    expect(fromBase64Url(next(text))).toBeUndefined();
  }
  for (const text of ['', 'A', 'A===', 'AA==', 'A+', 'A/', ' AA', 'AA\n'])
    expect(fromBase64Url(text)).toBeUndefined();
  const packet = packetOf();
  packet.signature = next(packet.signature);
  expect((await verifyPacket(json(packet), known)).verdict).toBe('changed');
});

it('a key that makes every signature valid is refused', async () => {
  // The neutral point: with it, this signature would match everything.
  const neutral = Buffer.alloc(32);
  neutral[0] = 1;
  const packet = packetOf();
  packet.record.key = {
    id: hash(neutral).slice(0, 16),
    publicKey: neutral.toString('base64url'),
  };
  packet.signature = Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url');
  expect(await verifyPacket(json(packet))).toMatchObject({ verdict: 'changed' });
});

it('a member with the same name as another is refused', async () => {
  const text = canonical(packetOf()).replace('"author":"Ada"', '"author":"Eve","author":"Ada"');
  expect(await verifyPacket(bytesOf(text), known)).toMatchObject({ verdict: 'unreadable' });
});

it('the packet of a guest is not signed', async () => {
  const { format } = packetOf();
  const checked = await verifyPacket(json({ format, document }), known);
  expect(checked).toMatchObject({ verdict: 'unsigned', lines: [] });
});

it('the test vector of format 1 verifies', async () => {
  const text = packetVector();
  expect(hash(text)).toBe('8683276dd3df91fb42a0773600c10ff849345a4bad33be024de18d3d65bfcdf5');
  expect(await verifyPacket(bytesOf(text), vectorKeys)).toMatchObject({
    verdict: 'confirmed',
    sentence:
      'Logbook at logbook.example.org recorded these 4 items between Mar 13, 2026 and Mar 25, 2026, and 1 goal by May 3, 2026; nothing was changed since May 3, 2026.',
  });
});

it.each(['json', 'pdf', 'docx'] as const)(
  'the test vector of format 2 verifies as %s, and its vouch says the same as its credential',
  async (form) => {
    const checked = await verifyPacket(bytesOf(packetVectorIn(form, 2)), vectorKeys);
    expect(checked).toMatchObject({ verdict: 'confirmed', problems: [], lines: [] });
    const [found, ...others] = credentialsIn(checked.document!);
    expect(others).toEqual([]);
    expect(found).toEqual({ line: 5, credential: credentialVector('full.json'), isSame: true });
  },
);

it('a packet of a later format is named as one', async () => {
  const later = packetVector(2).replace('logbook-packet/2', 'logbook-packet/3');
  expect(await verifyPacket(bytesOf(later), vectorKeys)).toMatchObject({
    verdict: 'unreadable',
    sentence: 'This packet has a newer format. Open the check page of the Logbook that made it.',
  });
});

// Anyone who has a key can sign this.
it.each<[string, Partial<FrozenVouch>]>([
  ['another text', { text: 'Search' }],
  ['another reference', { name: 'Eve Example' }],
  ['another position', { position: 'CEO' }],
  ['another sentence', { statement: 'It was outstanding.' }],
  ['another day', { verifiedAt: '2026-03-26T12:00:00.123Z' }],
  ['the credential of something else', { credential: credentialVector('plain.json').replace('CTO', 'CIO') }],
  ['no credential in its place', { credential: '{"a":1}' }],
])('a line with %s than its credential is named, even if it is signed', async (_what, change) => {
  const { document: shown } = JSON.parse(packetVector(2)) as PacketJson;
  const vouch = Object.assign(shown.groups[1]!.items[2]!, change);
  vouch.textSha256 = hash(vouch.text);
  const checked = await verifyPacket(json(signedPacket(shown)), known);
  expect(checked).toMatchObject({
    verdict: 'changed',
    sentence:
      'This packet is as it was signed, but 1 line of it says something else than the credential next to it.',
    lines: [{ line: 5, problem: 'It says something else than its credential, which is below.' }],
  });
  expect(credentialsIn(shown)).toMatchObject([{ line: 5, isSame: false }]);
});

it('a credential about someone else than the author of the packet is named', async () => {
  const { document: shown } = JSON.parse(packetVector(2)) as PacketJson;
  const checked = await verifyPacket(json(signedPacket({ ...shown, author: 'Eve Example' })), known);
  expect(checked.lines).toMatchObject([{ line: 5 }]);
});

it('a credential that was taken out or exchanged changes its line', async () => {
  for (const credential of [undefined, credentialVector('plain.json')]) {
    const packet = JSON.parse(packetVector(2)) as PacketJson;
    Object.assign(packet.document.groups[1]!.items[2]!, { credential });
    const { verdict, lines } = await verifyPacket(bytesOf(JSON.stringify(packet)), vectorKeys);
    expect([verdict, lines.map(({ line }) => line)]).toEqual(['changed', [5]]);
  }
});

it('a browser without the functions for hashes is named as the reason', async () => {
  vi.stubGlobal('crypto', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await verifyPacket(json(packetOf()), known)).toMatchObject({
    ...{ verdict: 'unreadable', sentence: expect.stringContaining('only on secure pages') },
  });
});

it('a browser that has no Ed25519 checks signatures as well', async () => {
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('NotSupportedError'));
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await verifyPacket(json(packetOf()), known)).verdict).toBe('confirmed');
});

it('no broken file makes the check fail or is confirmed', { timeout: 60_000 }, async () => {
  const random = seeded(7);
  const broken = (whole: Buffer) =>
    Array.from({ length: 100 }, (_, index) => {
      const bytes = Buffer.from(whole);
      for (let changes = 0; changes < 3; changes++) bytes[random(bytes.length)]! ^= 1 + random(255);
      return bytes.subarray(0, index % 5 === 0 ? random(bytes.length) : bytes.length);
    });
  const verdictsOf = async (files: Buffer[]) =>
    new Set(
      await Promise.all(files.map(async (bytes) => (await verifyPacket(bytesOf(bytes), vectorKeys)).verdict)),
    );
  const others = [
    '',
    'null',
    '[]',
    '{',
    '['.repeat(200_000),
    'PK\x05\x06',
    '%PDF-',
    '{"format":"logbook-packet/2"}',
  ];
  expect(await verdictsOf(others.map((text) => Buffer.from(text)))).toEqual(new Set(['unreadable']));
  for (const form of ['json', 'pdf'] as const)
    expect(['changed', 'unreadable']).toEqual(
      expect.arrayContaining([...(await verdictsOf(broken(packetVectorIn(form))))]),
    );
  // Parts that nothing is read from, such as the theme, may be broken.
  expect(await verdictsOf(broken(packetVectorIn('docx')))).not.toContain('signed');
});

/** Random integers below a limit, the same in each run. */
function seeded(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Changes one character to another. */
function changed(text: string, random: (limit: number) => number): string {
  const characters = [...text];
  const at = random(characters.length);
  const other = String.fromCharCode(97 + random(26));
  characters[at] = characters[at] === other ? '0' : other;
  return characters.join('');
}

// The last four change what the lines are compared with.
const ofLines = ['text', 'date', 'hash', 'order', 'file', 'note'] as const;
const kinds = [...ofLines, 'signature', 'key', 'record', 'head'] as const;

it(
  'each of 1,000 mutations of text, date, hash, order, file, signature, key and record is reported',
  { timeout: 120_000 },
  async () => {
    const random = seeded(2026);
    const missed: string[] = [];
    for (let run = 0; run < 1000; run++) {
      const packet = packetOf();
      const kind = kinds[run % kinds.length]!;
      const at = mutate(packet, kind, random);
      const checked = await verifyPacket(json(packet), known);
      const lines = checked.lines.map(({ line }) => line);
      const isReported =
        at === undefined
          ? checked.problems.length > 0 && lines.length === 0
          : lines.includes(at + 1) && lines.length <= (kind === 'order' ? 3 : 1);
      if (checked.verdict !== 'changed' || !isReported)
        missed.push(`run ${run}, ${kind}, lines ${lines.join()}`);
    }
    expect(missed).toEqual([]);
  },
);

type Fields = Record<string, unknown>;

/** Changes one thing of a packet. Returns the index of the line that it changed, if it changed one. */
function mutate(
  packet: PacketJson,
  kind: (typeof kinds)[number],
  random: (limit: number) => number,
): number | undefined {
  const { record } = packet;
  const items = packet.document.groups.flatMap((group) => group.items);
  const change = (object: object, names: readonly string[]) => {
    const name = names[random(names.length)]!;
    const fields = object as Fields;
    fields[name] =
      typeof fields[name] === 'number' ? fields[name] + 1 : changed(fields[name] as string, random);
  };
  // Only the first group has entries.
  const at = random(kind === 'order' || kind === 'file' || kind === 'note' ? 3 : items.length);
  const item = items[at]!;
  switch (kind) {
    case 'text':
      change(item, ['text']);
      return at;
    case 'date':
      change(
        item,
        Object.keys(item).filter((name) => /[aA]t$/.test(name)),
      );
      return at;
    case 'hash':
      if (random(2) === 0) change(item, ['textSha256']);
      else record.lines[at] = changed(record.lines[at]!, random);
      return at;
    case 'file':
      change((item as unknown as { files: object[] }).files[0]!, ['name', 'sha256', 'type', 'size']);
      return at;
    case 'note':
      change(item, ['note', 'edits', 'emoji']);
      return at;
    case 'order': {
      const { items: list } = packet.document.groups[0]!;
      const other = (at + 1 + random(2)) % 3;
      [list[at], list[other]] = [list[other]!, list[at]!];
      return at;
    }
    case 'signature':
      change(packet, ['signature']);
      return undefined;
    case 'key':
      change(record.key, ['id', 'publicKey']);
      return undefined;
    case 'record':
      if (random(2) === 0) change(record, ['publishedAt', 'version']);
      else change(record.issuer, ['name', 'url']);
      return undefined;
    case 'head':
      if (random(2) === 0) change(record, ['head']);
      else change(packet.document, ['title', 'author', 'introduction', 'language', 'timeZone']);
      return undefined;
  }
}
