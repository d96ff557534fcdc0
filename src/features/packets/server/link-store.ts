// What readers of a link get. The functions are the only way to it: readers have no session.
import type pg from 'pg';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';

const linkedPacketSql = statement({
  name: 'packet_by_link',
  text: 'select packet_json, sha256, expires_at from app.packet_by_link($1)',
  row: { packet_json: t.text, sha256: t.bytes, expires_at: t.timestamptz },
});

/** The newest version of the packet with this link, while the link works. */
export async function linkedPacket(tx: Tx, tokenHash: Buffer) {
  const rows = await tx.query(linkedPacketSql, [tokenHash]);
  return rows[0];
}

const linkWorksSql = statement({
  text: 'select exists (select from app.packet_by_link($1)) as works',
  row: { works: t.bool },
});

/** Whether the link works. Jobs ask it before they send an email. */
export async function linkWorks(pool: pg.Pool, tokenHash: Buffer): Promise<boolean> {
  const rows = await query(pool, linkWorksSql, [tokenHash]);
  return rows[0]!.works;
}

const countOpenSql = statement({ text: 'select app.count_packet_open($1)' });

/** Counts that a reader opened the packet. The owner does not count (R-M3). */
export async function countOpen(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.query(countOpenSql, [tokenHash]);
}

const linkedFileSql = statement({
  name: 'packet_file_by_link',
  text: 'select user_id, file_id from app.packet_file_by_link($1, $2)',
  row: { user_id: t.uuid, file_id: t.uuid },
});

/** The open file with this number, counted from 1, and its owner. */
export async function linkedFile(tx: Tx, tokenHash: Buffer, number: number) {
  const rows = await tx.query(linkedFileSql, [tokenHash, number]);
  return rows[0];
}
