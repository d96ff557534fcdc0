// All SQL on packets. Row-level security limits every statement to the viewer's own rows.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import type { PacketDraft } from '../contract.ts';
import type { PacketRecord } from '../format-contract.ts';

const packet = {
  id: t.uuid,
  draft: t.jsonb<PacketDraft>(),
  revision: t.int,
  created_at: t.timestamptz,
  updated_at: t.timestamptz,
  version: t.nullable(t.int),
  published_at: t.nullable(t.timestamptz),
  /** What was signed of the newest version. */
  record: t.nullable(t.jsonb<PacketRecord>()),
  seed: t.nullable(t.uuid),
  expires_at: t.nullable(t.timestamptz),
  ended_at: t.nullable(t.timestamptz),
  /** Newest day first. */
  opens: t.jsonb<{ day: string; count: number }[]>(),
};

const selectPackets = `select p.id, p.draft, p.revision, p.created_at, p.updated_at,
    v.number as version, v.published_at, v.record, l.seed, l.expires_at, l.ended_at,
    coalesce((select jsonb_agg(jsonb_build_object('day', o.day, 'count', o.count) order by o.day desc)
      from packet_opens o where o.packet_id = p.id), '[]') as opens
  from packets p
    left join lateral (
      select number, published_at, packet_json::jsonb -> 'record' as record
      from packet_versions where packet_id = p.id order by number desc limit 1) v on true
    left join packet_links l on l.packet_id = p.id`;

const packetsSql = statement({
  text: `${selectPackets} where p.user_id = (select app.viewer()) order by p.updated_at desc, p.id`,
  row: packet,
});
export type StoredPacket = RowIn<typeof packetsSql>;

/** The viewer's packets, the last changed first. */
export function packets(tx: Reader): Promise<StoredPacket[]> {
  return tx.query(packetsSql);
}

const packetByIdSql = statement({ text: `${selectPackets} where p.id = $1`, row: packet });

export async function packetById(tx: Reader, id: string): Promise<StoredPacket | undefined> {
  const rows = await tx.query(packetByIdSql, [id]);
  return rows[0];
}

const hasPacketSql = statement({
  text: 'select exists (select from packets where id = $1) as has',
  row: { has: t.bool },
});

export async function hasPacket(tx: Reader, id: string): Promise<boolean> {
  const rows = await tx.query(hasPacketSql, [id]);
  return rows[0]!.has;
}

const lockPacketsSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('packets of ' || app.viewer()::text, 0))`,
});

/** Locks the viewer's packets until the transaction ends: how many there are, and their drafts, versions and links. */
export async function lockPackets(tx: Tx): Promise<void> {
  await tx.query(lockPacketsSql);
}

const packetCountSql = statement({
  text: 'select count(*)::int as count from packets where user_id = (select app.viewer())',
  row: { count: t.int },
});

export async function packetCount(tx: Tx): Promise<number> {
  const rows = await tx.query(packetCountSql);
  return rows[0]!.count;
}

const insertPacketSql = statement({
  text: `insert into packets (id, user_id, draft) values ($1, $2, $3) on conflict (id) do nothing returning id`,
  row: { id: t.uuid },
});

/** Returns false if the id is taken. */
export async function insertPacket(
  tx: Tx,
  { id, userId, draft }: { id: string; userId: string; draft: PacketDraft },
): Promise<boolean> {
  const rows = await tx.query(insertPacketSql, [id, userId, JSON.stringify(draft)]);
  return rows.length > 0;
}

const changeDraftSql = statement({
  text: `update packets set draft = $2, revision = revision + 1, updated_at = clock_timestamp() where id = $1
    returning id, revision, updated_at`,
  row: { id: t.uuid, revision: t.int, updated_at: t.timestamptz },
});

/** Replaces the draft under `lockPackets`. */
export async function changeDraft(tx: Tx, id: string, draft: PacketDraft) {
  const rows = await tx.query(changeDraftSql, [id, JSON.stringify(draft)]);
  return rows[0];
}

const deletePacketSql = statement({
  text: 'delete from packets where id = $1 returning id',
  row: { id: t.uuid },
});

export async function removePacket(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  const rows = await tx.query(deletePacketSql, [id]);
  return rows[0];
}

const insertVersionSql = statement({
  text: `insert into packet_versions (packet_id, user_id, number, packet_json, sha256, files, published_at)
    values ($1, $2, $3, $4, sha256(convert_to($4, 'UTF8')), $5, $6)`,
});

type NewVersion = {
  packetId: string;
  userId: string;
  number: number;
  packetJson: string;
  files: readonly string[];
  publishedAt: string;
};

/** Adds a version under `lockPackets`. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  const { packetId, userId, number, packetJson, files, publishedAt } = version;
  await tx.query(insertVersionSql, [packetId, userId, number, packetJson, files, publishedAt]);
}

const newestVersionSql = statement({
  text: `select packet_json, files::text[] as files from packet_versions
    where packet_id = $1 order by number desc limit 1`,
  row: { packet_json: t.text, files: t.texts },
});

/** What was published last, with the ids of the files that readers can open, in reading order. */
export async function newestVersion(tx: Reader, packetId: string) {
  const rows = await tx.query(newestVersionSql, [packetId]);
  return rows[0];
}

const replaceLinkSql = statement({
  text: `update packet_links
    set seed = $2, token_hash = $3, expires_at = now() + make_interval(days => $4), ended_at = null
    where packet_id = $1 returning packet_id`,
  row: { packet_id: t.uuid },
});
const insertLinkSql = statement({
  text: `insert into packet_links (packet_id, user_id, seed, token_hash, expires_at)
    values ($1, $2, $3, $4, now() + make_interval(days => $5))`,
});

type NewLink = { packetId: string; userId: string; seed: string; tokenHash: Buffer; life: number };

/** Gives a packet a link in place of the earlier one, under `lockPackets`. */
export async function putLink(tx: Tx, { packetId, userId, seed, tokenHash, life }: NewLink): Promise<void> {
  const replaced = await tx.query(replaceLinkSql, [packetId, seed, tokenHash, life]);
  if (replaced.length === 0) await tx.query(insertLinkSql, [packetId, userId, seed, tokenHash, life]);
}

const endLinkSql = statement({
  text: 'update packet_links set ended_at = now() where packet_id = $1 and ended_at is null',
});

/** Ends a link. One that has ended keeps the time. */
export async function endLink(tx: Tx, packetId: string): Promise<void> {
  await tx.query(endLinkSql, [packetId]);
}
