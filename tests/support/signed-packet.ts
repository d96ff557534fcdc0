// A packet that an instance signed, for tests of its check.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type {
  FrozenFile,
  FrozenItem,
  PacketDocument,
  PacketJson,
} from '#features/packets/format-contract.ts';
import type { Bytes } from '#platform/files/bytes.ts';
import type { KnownKeys } from '#features/packets/web/verify/verify-packet.ts';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const x = publicKey.export({ format: 'jwk' }).x!;
export const known: KnownKeys = { url: 'https://log.example', keys: [{ publicKey: x }], isComplete: true };

export const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
export const canonical = (value: unknown) => canonicalJson(value as CanonicalValue);
export const bytesOf = (data: string | Buffer): Bytes => new Uint8Array(Buffer.from(data));
export const signature = (data: Buffer) => sign(null, data, privateKey).toString('base64url');

const file: FrozenFile = {
  ...{ name: 'report.pdf', size: 1234, type: 'application/pdf', sha256: hash('file'), open: 1 },
};
export const entry = (text: string, day: number): FrozenItem => ({
  ...{ kind: 'entry', text, textSha256: hash(text), at: `2026-03-${day}T09:00:00.000Z` },
  ...{ recordedAt: `2026-03-${day}T18:00:00.000Z`, edits: 1, editedAt: '2026-04-02T08:00:00.000Z' },
  ...{ emoji: '🚀', note: 'A note', files: [file] },
});
export const document: PacketDocument = {
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

/** A new copy of the packet. */
export const packetOf = (): PacketJson => signedPacket(document);

/** A packet with this document, signed. */
export function signedPacket(shown: PacketDocument): PacketJson {
  const groups = shown.groups.map((group) => ({ ...group, items: group.items.length }));
  const record = {
    issuer: { name: 'Logbook', url: 'https://log.example' },
    key: { id: hash(Buffer.from(x, 'base64url')).slice(0, 16), publicKey: x },
    ...{ version: 2, publishedAt: '2026-05-03T08:00:00.000Z' },
    head: hash(canonical({ ...shown, groups })),
    lines: shown.groups.flatMap(({ items }) => items.map((item) => hash(canonical(item)))),
  };
  const packet = {
    ...{ format: 'logbook-packet/1', document: shown, record },
    signature: signature(Buffer.from(canonical(record))),
  };
  return JSON.parse(canonical(packet)) as PacketJson;
}

export const json = (packet: unknown) => bytesOf(canonical(packet));
