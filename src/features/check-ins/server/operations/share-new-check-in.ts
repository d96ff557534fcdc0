// Writes an entry and shares it in the same transaction (R-B6, R-B7). A refusal commits, so everything that can be
// refused is checked before the entry is inserted.
import { normalEmail } from '#features/accounts/rules.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse, type Refused } from '#platform/http/bind.ts';
import type { BodyOf } from '#platform/http/operation.ts';
import { lockMails, recentMailAbout } from '#platform/mail/mailer.ts';
import type { NewEntry } from '../../change-rules.ts';
import type { CheckIn, operations } from '../../contract.ts';
import { shareLimits } from '../../share-constants.ts';
import type { teammateRefusals } from '../../share-contract.ts';
import { managerOf } from '../share-store.ts';
import { checkInById } from '../store.ts';
import { admitManagerEmail, readManager, shareWithManager, type ManagerParts } from './share-with-manager.ts';

type Body = BodyOf<(typeof operations)['POST /api/check_ins']>;
export type Teammate = NonNullable<Body['teammate']>;
type AgainRefusal = Refused<'own_teammate_address' | 'too_many_shoutouts' | 'not_found' | 'no_session'>;
export type TeammateRefusal = Refused<(typeof teammateRefusals)[number] | 'id_taken' | 'no_session'>;

/** Shoutouts about entries: a part that the shoutouts feature provides, because it imports this one. */
export type Teammates = {
  /** Checks all that can be refused. Resolves with the function that sends the shoutout once the entry is stored. */
  prepare(call: {
    tx: Tx;
    viewer: Viewer;
    teammate: Teammate;
  }): Promise<TeammateRefusal | { send: (entry: CheckIn) => Promise<void> }>;
  /** Whether this shoutout about the entry was sent. */
  wasSent(tx: Tx, teammate: Teammate, checkInId: string): Promise<boolean>;
  /** Posts the failed email of the shoutout that the entry shows again. */
  sendAgain(call: { tx: Tx; viewer: Viewer; checkInId: string }): Promise<AgainRefusal | undefined>;
};

export type SharingParts = ManagerParts & { teammates: Teammates };
export type Share = { manager_email?: Body['manager_email']; teammate?: Body['teammate'] };

export const isShared = (share: Share) => share.manager_email !== undefined || share.teammate !== undefined;

type Call = {
  tx: Tx;
  viewer: Viewer;
  entry: NewEntry;
  share: Share;
  insert: (entry: NewEntry) => Promise<CheckIn | undefined>;
  /** Returns the existing entry if the same one is sent again, or refuses a different one. */
  repeat: (isSameShare: boolean) => Promise<CheckIn | Refused<'id_taken'>>;
};

export async function createShared(parts: SharingParts, call: Call) {
  const { tx, viewer, entry, share, insert, repeat } = call;
  await lockMails(tx);
  if (await checkInById(tx, entry.id)) return repeat(await wasShared(parts, tx, entry.id, share));
  const manager = share.manager_email === undefined ? null : await readManager(tx, share.manager_email);
  if (isRefused(manager)) return manager;
  const { teammate } = share;
  const shoutout = teammate ? await parts.teammates.prepare({ tx, viewer, teammate }) : null;
  if (isRefused(shoutout)) return shoutout;
  const refused = manager && (await admitManagerEmail(tx, viewer));
  if (refused) return refused;
  const written = await insert(entry);
  if (!written) return repeat(false);
  if (manager) await shareWithManager(parts, { tx, viewer, entry: written, address: manager.address });
  await shoutout?.send(written);
  return (await checkInById(tx, entry.id)) ?? refuse('not_found');
}

/** Whether the entry is shared as requested, or the user has changed that since. */
async function wasShared(parts: SharingParts, tx: Tx, id: string, share: Share): Promise<boolean> {
  if (share.manager_email !== undefined && !(await wasSharedWith(tx, id, normalEmail(share.manager_email))))
    return false;
  return !share.teammate || parts.teammates.wasSent(tx, share.teammate, id);
}

/** After sharing stopped, the address is no longer stored, so any address counts as the one that it was shared with. */
async function wasSharedWith(tx: Tx, id: string, address: string): Promise<boolean> {
  const manager = await managerOf(tx, id);
  if (!manager?.mail_id) return false;
  if (manager.address === null || manager.address === address) return true;
  return (await recentMailAbout(tx, id, address, shareLimits.daysBetweenEmails)) !== null;
}
