import type { Tx } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import { isRetired } from '#platform/signing/public-keys.ts';
import type { Packet, PacketRow } from '../../contract.ts';
import { itemsOf } from '../../rules.ts';
import { packetById, packets, type StoredPacket } from '../store.ts';
import { freezePacket } from './freeze-packet.ts';
import type { PacketLinks } from './packet-links.ts';
import { changesSince } from './packet-record.ts';

export async function readPackets(tx: Tx, links: PacketLinks): Promise<{ rows: PacketRow[] }> {
  const rows: PacketRow[] = [];
  for (const packet of await packets(tx)) rows.push(await rowOf(tx, packet, links));
  return { rows };
}

export async function readPacket(tx: Tx, links: PacketLinks, id: string) {
  const stored = await packetById(tx, id);
  return stored ? packetOf(tx, stored, links) : refuse('not_found');
}

export async function packetOf(tx: Tx, stored: StoredPacket, links: PacketLinks): Promise<Packet> {
  return { ...(await rowOf(tx, stored, links)), draft: stored.draft };
}

/** The document that publishing would freeze now. */
export async function readDocument(tx: Tx, id: string) {
  const stored = await packetById(tx, id);
  const frozen = stored && (await freezePacket(tx, stored.draft));
  return frozen?.document ?? refuse('not_found');
}

async function rowOf(tx: Tx, stored: StoredPacket, links: PacketLinks): Promise<PacketRow> {
  const { id, draft, revision, created_at, updated_at, opens, seed, expires_at, ended_at } = stored;
  return {
    ...{ id, title: draft.title, period: draft.period, items: itemsOf(draft).length },
    ...{ revision, created_at, updated_at, opens },
    version: await versionOf(tx, stored),
    link:
      seed === null || expires_at === null
        ? null
        : { url: links.linkFor({ packetId: id, seed }).url, expires_at, ended_at },
  };
}

async function versionOf(
  tx: Tx,
  { draft, version, published_at, record }: StoredPacket,
): Promise<PacketRow['version']> {
  if (version === null || published_at === null || record === null) return null;
  const frozen = await freezePacket(tx, draft);
  const { items, isChanged } = frozen
    ? changesSince(record, frozen.document)
    : { items: 0, isChanged: false };
  return {
    ...{ number: version, published_at, changed_items: items, is_changed: isChanged },
    is_key_retired: await isRetired(tx, record.key.id),
  };
}
