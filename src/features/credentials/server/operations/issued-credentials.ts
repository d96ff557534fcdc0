// For features that pass credentials on: those of the viewer's vouches that were issued.
import type { Reader } from '#platform/database/transaction.ts';
import { issuedByVouches, namedByVouches } from '../store.ts';

/** By the id of the vouch. `json`: what the owner's download sends. `owner`: their name in it, if it has one. */
export async function issuedCredentials(
  tx: Reader,
  vouchIds: readonly string[],
): Promise<Map<string, { json: string; owner: string | null }>> {
  const rows = vouchIds.length === 0 ? [] : await issuedByVouches(tx, vouchIds);
  return new Map(rows.map(({ vouch_id, credential_json: json, owner }) => [vouch_id, { json, owner }]));
}

/** What they name: the owner, and how many files. By the id of the vouch. */
export async function namedInCredentials(
  tx: Reader,
  vouchIds: readonly string[],
): Promise<Map<string, { owner: string | null; files: number }>> {
  const rows = vouchIds.length === 0 ? [] : await namedByVouches(tx, vouchIds);
  return new Map(rows.map(({ vouch_id, owner, files }) => [vouch_id, { owner, files }]));
}
