import type { Reader } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';
import type { Packet, PacketRow } from '../../contract.ts';
import { itemsOf } from '../../rules.ts';
import { packetById, packets, type StoredPacket } from '../store.ts';
import type { PacketLinks } from './packet-links.ts';

export async function readPackets(tx: Reader, links: PacketLinks): Promise<{ rows: PacketRow[] }> {
  const stored = await packets(tx);
  return { rows: stored.map((packet) => rowOf(packet, links)) };
}

export async function readPacket(tx: Reader, links: PacketLinks, id: string) {
  const stored = await packetById(tx, id);
  return stored ? packetOf(stored, links) : refuse('not_found');
}

export function packetOf(stored: StoredPacket, links: PacketLinks): Packet {
  return { ...rowOf(stored, links), draft: stored.draft };
}

function rowOf(stored: StoredPacket, links: PacketLinks): PacketRow {
  const { id, draft, revision, created_at, updated_at, version, published_at, seed, expires_at, ended_at } =
    stored;
  return {
    ...{ id, title: draft.title, period: draft.period, items: itemsOf(draft).length },
    ...{ revision, created_at, updated_at, opens: stored.opens },
    version: version === null || published_at === null ? null : { number: version, published_at },
    link:
      seed === null || expires_at === null
        ? null
        : { url: links.linkFor({ packetId: id, seed }).url, expires_at, ended_at },
  };
}
