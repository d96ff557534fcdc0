// Shoutouts for the export, sent and received.
import { pageOf, readCursor } from '#platform/http/paging.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { shoutoutPage } from '../store.ts';

const pageSize = 500;

export async function shoutoutsTable(tx: Tx, _viewer: string, after: string | null) {
  const before = after === null ? null : readCursor(after);
  const page = { direction: null, before, from: null, to: null };
  return pageOf(await shoutoutPage(tx, { ...page, limit: pageSize + 1 }), pageSize, 'created_at');
}
