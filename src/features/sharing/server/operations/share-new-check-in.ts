// Writes an entry and shares it in the same transaction (R-B6, R-B7). A refusal commits, so everything that can be
// refused is checked before the entry is inserted.
import { normalEmail } from '#platform/mail/address.ts';
import type { NewShared, Share } from '#features/check-ins/server/operations/entry-sharing.ts';
import { checkInById, managerOf } from '#features/check-ins/server/operations/shared-check-in.ts';
import {
  prepareHighlight,
  wasHighlighted,
} from '#features/shoutouts/server/operations/highlight-teammate.ts';
import {
  sendParts,
  type SendingParts,
  type SendParts,
} from '#features/shoutouts/server/operations/send-shoutout.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { isRefused, refuse } from '#platform/http/bind.ts';
import { lockMails, recentMailAbout } from '#platform/mail/mailer.ts';
import { shareLimits } from '../../constants.ts';
import { admitManagerEmail, readManager, shareWithManager, type ManagerParts } from './share-with-manager.ts';

/** What sharing needs in addition to the caller's transaction. */
export type SharingParts = ManagerParts & { shoutouts: SendParts };

export function sharingParts(parts: SendingParts): SharingParts {
  const { config, mailer, appSecret } = parts;
  const links = new SnapshotLinks(config.appUrl, appSecret);
  return { config, mailer, links, shoutouts: sendParts(parts) };
}

export async function createShared(parts: SharingParts, call: NewShared) {
  const { tx, viewer, entry, share, insert, repeat } = call;
  await lockMails(tx);
  if (await checkInById(tx, entry.id)) return repeat(await wasShared(tx, entry.id, share));
  const manager = share.manager_email === undefined ? null : await readManager(tx, share.manager_email);
  if (isRefused(manager)) return manager;
  const { teammate } = share;
  const shoutout = teammate ? await prepareHighlight(parts.shoutouts, { tx, viewer, teammate }) : null;
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
async function wasShared(tx: Tx, id: string, share: Share): Promise<boolean> {
  if (share.manager_email !== undefined && !(await wasSharedWith(tx, id, normalEmail(share.manager_email))))
    return false;
  return !share.teammate || wasHighlighted(tx, share.teammate, id);
}

/** After sharing stopped, the address is no longer stored, so any address counts as the one that it was shared with. */
async function wasSharedWith(tx: Tx, id: string, address: string): Promise<boolean> {
  const manager = await managerOf(tx, id);
  if (!manager?.mail_id) return false;
  if (manager.address === null || manager.address === address) return true;
  return (await recentMailAbout(tx, id, address, shareLimits.daysBetweenEmails)) !== null;
}
