import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packetVector } from '#tests/support/packet-vector.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import type { FrozenFile, FrozenItem, PacketDocument, PacketJson } from '../../format-contract.ts';
import type { Bytes } from './bytes.ts';
import { verifyPacket, type KnownKeys } from './verify-packet.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const x = publicKey.export({ format: 'jwk' }).x!;
const known: KnownKeys = { url: 'https://log.example', keys: [{ publicKey: x }], isComplete: true };

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const canonical = (value: unknown) => canonicalJson(value as CanonicalValue);
const bytesOf = (data: string | Buffer): Bytes => new Uint8Array(Buffer.from(data));
const signature = (data: Buffer) => sign(null, data, privateKey).toString('base64url');

const file: FrozenFile = {
  ...{ name: 'report.pdf', size: 1234, type: 'application/pdf', sha256: hash('file'), open: 1 },
};
const entry = (text: string, day: number): FrozenItem => ({
  ...{ kind: 'entry', text, textSha256: hash(text), at: `2026-03-${day}T09:00:00.000Z` },
  ...{ recordedAt: `2026-03-${day}T18:00:00.000Z`, edits: 1, editedAt: '2026-04-02T08:00:00.000Z' },
  ...{ emoji: '🚀', note: 'A note', files: [file] },
});
const document: PacketDocument = {
  ...{ title: 'Spring', author: 'Ada', language: 'en', timeZone: 'Europe/Berlin', introduction: 'Hello' },
  period: { from: '2026-03-01', to: '2026-03-31' },
  groups: [
    { title: 'Search', line: 'What I did', items: [10, 11, 12].map((day) => entry(`Entry ${day}`, day)) },
    {
      ...{ title: 'Others', line: '' },
      items: [
        {
          ...{ kind: 'goal', text: 'Ship', textSha256: hash('Ship') },
          ...{ setAt: '2026-03-01T08:00:00.000Z', completedAt: '2026-03-20T08:00:00.000Z' },
        },
        {
          ...{ kind: 'vouch', text: 'Led it', textSha256: hash('Led it'), name: 'Grace' },
          ...{ verifiedAt: '2026-03-22T08:00:00.000Z', vouchSha256: hash('vouch') },
        },
      ],
    },
  ],
};

function packetOf(): PacketJson {
  const groups = document.groups.map((group) => ({ ...group, items: group.items.length }));
  const record = {
    issuer: { name: 'Logbook', url: 'https://log.example' },
    key: { id: hash(Buffer.from(x, 'base64url')).slice(0, 16), publicKey: x },
    ...{
      version: 2,
      publishedAt: '2026-05-03T08:00:00.000Z',
      head: hash(canonical({ ...document, groups })),
    },
    lines: document.groups.flatMap(({ items }) => items.map((item) => hash(canonical(item)))),
  };
  const packet = {
    format: 'logbook-packet/1',
    document,
    record,
    signature: signature(Buffer.from(canonical(record))),
  };
  return JSON.parse(canonical(packet)) as PacketJson;
}
const json = (packet: unknown) => bytesOf(canonical(packet));
const problemsOf = async (packet: PacketJson) => {
  const { lines } = await verifyPacket(json(packet), known);
  return lines.map(({ line, problem }) => `${line}: ${problem}`);
};

it('a packet as its instance signed it is confirmed in one sentence', async () => {
  expect(await verifyPacket(json(packetOf()), known)).toMatchObject({
    verdict: 'confirmed',
    sentence:
      'Logbook at log.example recorded these 5 items between Mar 10, 2026 and Mar 22, 2026; nothing was changed since May 3, 2026.',
    ...{ problems: [], lines: [] },
  });
});

it('without the keys of the instance, the result does not say who signed', async () => {
  const checked = await verifyPacket(json(packetOf()));
  expect(checked.verdict).toBe('signed');
  expect(checked.sentence).toContain('a key that the file attributes to Logbook at log.example');
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

it('a member with the same name as another is refused', async () => {
  const text = canonical(packetOf()).replace('"author":"Ada"', '"author":"Eve","author":"Ada"');
  expect(await verifyPacket(bytesOf(text), known)).toMatchObject({ verdict: 'unreadable' });
});

it('the packet of a guest is not signed', async () => {
  const { format } = packetOf();
  const checked = await verifyPacket(json({ format, document }), known);
  expect(checked).toMatchObject({ verdict: 'unsigned', lines: [] });
});

/** A PDF as pdfkit writes it, as far as attachments go. */
function pdf(...attached: Bytes[]): Buffer {
  const objects = attached.map((content, index) => {
    const data = index % 2 === 0 ? deflateSync(content) : Buffer.from(content);
    const filter = index % 2 === 0 ? '/Filter /FlateDecode\n' : '';
    const head = `${index + 2} 0 obj\n<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Length ${data.length}\n${filter}>>\nstream\n`;
    return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream\nendobj\n')]);
  });
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n(page)\nendobj\n'),
    ...objects,
    Buffer.from('%%EOF\n'),
  ]);
}
const withPages = (bytes: Buffer) =>
  `%logbook-pages/1 ${signature(createHash('sha256').update(bytes).digest())}\n`;

it('a PDF is confirmed, and any changed byte of its pages is reported', async () => {
  const bytes = pdf(json(packetOf()));
  const signed = Buffer.concat([bytes, Buffer.from(withPages(bytes))]);
  expect(await verifyPacket(bytesOf(signed), known)).toMatchObject({ verdict: 'confirmed' });
  signed[signed.indexOf('(page)') + 1]! ^= 1;
  const checked = await verifyPacket(bytesOf(signed), known);
  expect(checked).toMatchObject({ verdict: 'changed', problems: [expect.stringContaining('pages')] });
});

it('a PDF with two packets is refused', async () => {
  const checked = await verifyPacket(bytesOf(pdf(json(packetOf()), json(packetOf()))), known);
  expect(checked.sentence).toContain('more than one packet');
});

/** A zip file of parts that are not compressed. */
function zip(parts: Record<string, string>): Bytes {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const [file, data] = [Buffer.from(name), Buffer.from(content)];
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(file.length, 26);
    const entryHead = Buffer.alloc(46);
    entryHead.writeUInt32LE(0x02014b50, 0);
    entryHead.writeUInt32LE(data.length, 20);
    entryHead.writeUInt16LE(file.length, 28);
    entryHead.writeUInt32LE(offset, 42);
    locals.push(local, file, data);
    central.push(entryHead, file);
    offset += local.length + file.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(offset, 16);
  return bytesOf(Buffer.concat([...locals, ...central, end]));
}
const paragraphs = (lines: string[]) =>
  lines.map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`).join('');

it('a Word file is confirmed, and a changed paragraph is reported at its line', async () => {
  const word = (shown: string[]) =>
    zip({ 'word/document.xml': paragraphs(shown), 'packet.json': canonical(packetOf()) });
  const shown = ['Spring', '🚀 Entry 10', 'Mar 10', '🚀 Entry 11', 'Entry 12', 'Ship', 'Led it'];
  expect(await verifyPacket(word(shown), known)).toMatchObject({ verdict: 'confirmed' });
  shown[3] = '🚀 Entry 11, alone';
  expect(await verifyPacket(word(shown), known)).toMatchObject({
    ...{ verdict: 'changed', lines: [{ line: 2, problem: 'The Word file shows a different text for it.' }] },
  });
});

it('the test vector of format 1 verifies', async () => {
  const keys = [{ publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }];
  const url = 'https://logbook.example.org';
  const text = packetVector();
  expect(hash(text)).toBe('8683276dd3df91fb42a0773600c10ff849345a4bad33be024de18d3d65bfcdf5');
  expect(await verifyPacket(bytesOf(text), { url, keys, isComplete: true })).toMatchObject({
    verdict: 'confirmed',
    sentence:
      'Logbook at logbook.example.org recorded these 5 items between Mar 12, 2026 and Mar 25, 2026; nothing was changed since May 3, 2026.',
  });
});

it('no broken file makes the check fail', { timeout: 60_000 }, async () => {
  const random = seeded(7);
  const whole = pdf(json(packetOf()));
  const files = Array.from({ length: 200 }, (_, index) => {
    const bytes = Buffer.from(index % 2 === 0 ? whole : Buffer.from(canonical(packetOf())));
    for (let changes = 0; changes < 3; changes++) bytes[random(bytes.length)] = random(256);
    return bytes.subarray(0, index % 5 === 0 ? random(bytes.length) : bytes.length);
  });
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
  for (const bytes of [...files, ...others.map((text) => Buffer.from(text))]) {
    const { verdict } = await verifyPacket(bytesOf(bytes), known);
    expect(['changed', 'unreadable', 'unsigned']).toContain(verdict);
  }
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

it(
  'each of 1,000 mutations of text, date, hash, order and file is reported at its line',
  { timeout: 120_000 },
  async () => {
    const random = seeded(2026);
    for (let run = 0; run < 1000; run++) {
      const packet = packetOf();
      const items = packet.document.groups.flatMap((group) => group.items);
      const kind = (['text', 'date', 'hash', 'order', 'file'] as const)[run % 5]!;
      let at = random(items.length);
      if (kind === 'order' || kind === 'file') at = random(3);
      const item = items[at] as Record<string, unknown>;
      if (kind === 'text') item['text'] = changed(item['text'] as string, random);
      if (kind === 'date') {
        const dates = Object.keys(item).filter((name) => /[aA]t$/.test(name));
        const name = dates[random(dates.length)]!;
        item[name] = changed(item[name] as string, random);
      }
      if (kind === 'hash') {
        if (random(2) === 0) item['textSha256'] = changed(item['textSha256'] as string, random);
        else packet.record.lines[at] = changed(packet.record.lines[at]!, random);
      }
      if (kind === 'file') {
        const files = item['files'] as Record<string, unknown>[];
        const name = (['name', 'sha256', 'type'] as const)[random(3)]!;
        files[0]![name] = changed(files[0]![name] as string, random);
      }
      if (kind === 'order') {
        const { items: list } = packet.document.groups[0]!;
        const other = (at + 1 + random(2)) % 3;
        [list[at], list[other]] = [list[other]!, list[at]!];
      }
      const { verdict, lines } = await verifyPacket(json(packet), known);
      expect(verdict, `run ${run}, ${kind}`).toBe('changed');
      expect(
        lines.map(({ line }) => line),
        `run ${run}, ${kind}`,
      ).toContain(at + 1);
      expect(lines.length, `run ${run}, ${kind}`).toBeLessThanOrEqual(kind === 'order' ? 3 : 1);
    }
  },
);
