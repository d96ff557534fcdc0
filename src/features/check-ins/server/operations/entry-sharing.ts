import type { Tx, Viewer } from '#platform/database/transaction.ts';
import type { Refused } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import type { NewEntry } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
import type { ShareRefusal } from '../../share-contract.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;

/** Whom a new entry is shared with, as requested. */
export type Share = { manager_email?: Body['manager_email']; teammate?: Body['teammate'] };

/** An entry to write and share. */
export type NewShared = {
  tx: Tx;
  viewer: Viewer;
  entry: NewEntry;
  share: Share;
  insert: (entry: NewEntry) => Promise<CheckIn | undefined>;
  /** Returns the existing entry if the same one is sent again, or refuses a different one. */
  repeat: (isSameShare: boolean) => Promise<CheckIn | Refused<'id_taken'>>;
};

/** An entry in the bin whose email to `address` was withdrawn when it was deleted. */
export type DeletedShared = { tx: Tx; viewer: Viewer; entry: CheckIn; address: string };

/**
 * Sharing entries. `src/app` provides it, because the sharing feature imports this one: entries carry the addresses,
 * and know nothing of what they are used for.
 */
export type EntrySharing = {
  refusalTexts: Record<ShareRefusal, { title: string; detail: string }>;
  /** Writes an entry and shares it in the same transaction. */
  create(call: NewShared): Promise<CheckIn | Refused<ShareRefusal | 'id_taken' | 'not_found' | 'no_session'>>;
  /** Restores an entry from the bin, and posts its email again. */
  restore(call: DeletedShared): Promise<CheckIn | Refused<'not_found' | 'no_session'>>;
};
