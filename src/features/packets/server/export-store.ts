// Packets for the owner's data export, paged by packet.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { PacketDraft } from '../contract.ts';

const allPacketsSql = statement({
  text: `select id, user_id, draft, revision, created_at, updated_at from packets
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, user_id: t.uuid, draft: t.jsonb<PacketDraft>(), revision: t.int },
    ...{ created_at: t.timestamptz, updated_at: t.timestamptz },
  },
});

export function allPackets(tx: Tx, userId: string, after: string | null, limit: number) {
  return tx.query(allPacketsSql, [userId, after, limit]);
}

const versionsSql = statement({
  text: `select packet_id, user_id, number, packet_json, encode(sha256, 'hex') as sha256, files::text[] as files, published_at
    from packet_versions
    where user_id = $1 and ($2::uuid is null or (packet_id, number) > ($2, $3)) order by packet_id, number limit $4`,
  row: {
    ...{ packet_id: t.uuid, user_id: t.uuid, number: t.int, packet_json: t.text, sha256: t.text },
    ...{ files: t.texts, published_at: t.timestamptz },
  },
});

/** Versions behind another one of its packet. */
export function allVersions(
  tx: Tx,
  userId: string,
  after: { packetId: string; number: number } | null,
  limit: number,
) {
  return tx.query(versionsSql, [userId, after?.packetId ?? null, after?.number ?? null, limit]);
}

const linksSql = statement({
  text: 'select packet_id, user_id, seed, expires_at, ended_at from packet_links where user_id = $1',
  row: {
    ...{ packet_id: t.uuid, user_id: t.uuid, seed: t.uuid },
    ...{ expires_at: t.timestamptz, ended_at: t.nullable(t.timestamptz) },
  },
});

/** One for each published packet. */
export function allLinks(tx: Tx, userId: string) {
  return tx.query(linksSql, [userId]);
}

const opensSql = statement({
  text: 'select packet_id, user_id, day, count from packet_opens where user_id = $1 order by packet_id, day',
  row: { packet_id: t.uuid, user_id: t.uuid, day: t.date, count: t.int },
});

/** One for each packet and day. */
export function allOpens(tx: Tx, userId: string) {
  return tx.query(opensSql, [userId]);
}
