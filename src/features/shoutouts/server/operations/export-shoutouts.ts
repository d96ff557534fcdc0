// Shoutouts for the export, sent and received, with the names of their senders (R-D4).
import { pageOf, readCursor } from '#platform/http/paging.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { senderNames, shoutoutPage } from '../store.ts';

const pageSize = 500;

export async function shoutoutsTable(tx: Tx, _viewer: string, after: string | null) {
  const before = after === null ? null : readCursor(after);
  const page = { direction: null, before, from: null, to: null };
  const found = await shoutoutPage(tx, { ...page, limit: pageSize + 1 });
  const { rows, next } = pageOf(found, pageSize, 'created_at');
  const senders = rows.flatMap(({ direction, sender_id }) => (direction === 'received' && sender_id) || []);
  const names = new Map(
    (await senderNames(tx, [...new Set(senders)])).map(({ user_id, full_name }) => [user_id, full_name]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return { rows: rows.map((row) => ({ ...row, sender_name: nameOf(row.sender_id) })), next };
}
