// The record of a version: a hash of each line, signed by the instance (R-M6).
import { createHash } from 'node:crypto';
import { canonicalJson, type CanonicalValue } from '#platform/text/canonical-json.ts';
import type { SigningKey } from '#platform/signing/signing-key.ts';
import {
  packetFormat,
  type PacketDocument,
  type PacketJson,
  type PacketRecord,
} from '../../format-contract.ts';

const sha256Of = (value: unknown) =>
  createHash('sha256')
    .update(canonicalJson(value as CanonicalValue))
    .digest('hex');

/** The hashes of a document: of all that is around the items, and of each item. */
function hashesOf(document: PacketDocument): Pick<PacketRecord, 'head' | 'lines'> {
  const groups = document.groups.map((group) => ({ ...group, items: group.items.length }));
  return {
    head: sha256Of({ ...document, groups }),
    lines: document.groups.flatMap(({ items }) => items.map(sha256Of)),
  };
}

type Publication = Pick<PacketRecord, 'issuer' | 'version' | 'publishedAt'>;

/** packet.json, in its canonical form. */
export function signPacket(document: PacketDocument, publication: Publication, key: SigningKey): string {
  const record: PacketRecord = {
    ...publication,
    key: { id: key.id, publicKey: key.publicKey },
    ...hashesOf(document),
  };
  const signature = key.sign(Buffer.from(canonicalJson(record)));
  const packet: PacketJson = { format: packetFormat, document, record, signature };
  return canonicalJson(packet as unknown as CanonicalValue);
}

/** What an update would change: how many items, and whether anything. */
export function changesSince(
  published: Pick<PacketRecord, 'head' | 'lines'>,
  document: PacketDocument,
): { items: number; isChanged: boolean } {
  const { head, lines } = hashesOf(document);
  const [before, after] = [new Set(published.lines), new Set(lines)];
  const items = Math.max(
    lines.filter((line) => !before.has(line)).length,
    published.lines.filter((line) => !after.has(line)).length,
  );
  return { items, isChanged: head !== published.head || lines.join() !== published.lines.join() };
}
