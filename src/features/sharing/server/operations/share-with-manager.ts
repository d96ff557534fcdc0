// Sharing an entry with a manager (R-B6), when it is written and later. All of it runs under `lockMails`, so that a
// request that is sent twice at the same time sends one email.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { consumeAttempts } from '#platform/http/attempts.ts';
import {
  isOwnAddress,
  mailSender,
  type MailSender,
} from '#features/accounts/server/operations/mail-sender.ts';
import type { CheckIn } from '#features/check-ins/contract.ts';
import {
  checkInById,
  clearManager,
  managerOf,
  setDeleted,
  setManager,
  withdrawManagerMail,
} from '#features/check-ins/server/operations/shared-check-in.ts';
import type { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { askManager } from '#features/teams/server/operations/connected-managers.ts';
import { newId } from '#platform/clock/id.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { isRefused, refuse, refuseAndRollBack } from '#platform/http/bind.ts';
import {
  emailStateOf,
  lockMails,
  recentMailAbout,
  withdrawMail,
  type Mailer,
} from '#platform/mail/mailer.ts';
import { shareLimits } from '../../constants.ts';
import { managerProblem } from '../../rules.ts';
import { managerSnapshotMail } from '../mails.tsx';

/** What sharing needs in addition to the caller's transaction. */
export type ManagerParts = {
  config: Pick<Config, 'instanceName'>;
  mailer: Mailer;
  links: SnapshotLinks;
};

/** The normalized address of a manager, or why the viewer cannot share with it. */
export async function readManager(tx: Tx, input: string) {
  const address = normalEmail(input);
  const isAddress = isEmail(address);
  const isOwn = isAddress && (await isOwnAddress(tx, address));
  const problem = managerProblem({ address, isAddress, isOwn });
  return problem === undefined ? { address } : refuse(problem);
}

/** Counts one email to a manager, or refuses it. Unlike the limits of email to strangers, it counts every recipient. */
export async function admitManagerEmail(tx: Tx, { userId }: Viewer) {
  const refused = await consumeAttempts(tx, [
    { kind: 'manager email', key: userId, max: shareLimits.managerEmailsPerHour, minutes: 60 },
  ]);
  if (!refused) return undefined;
  const { retryAfter } = refused;
  return refuse('too_many_manager_emails', retryAfter === undefined ? {} : { retryAfter });
}

type Shared = { tx: Tx; viewer: Viewer; entry: CheckIn; address: string };

/** Shares an entry with an address from `readManager`, which gets the email unless its owner sees the entry in Logbook. */
export async function shareWithManager(parts: ManagerParts, { tx, viewer, entry, address }: Shared) {
  const sender = await mailSender(tx, viewer);
  if (!sender) return refuse('no_session');
  const before = await managerOf(tx, entry.id);
  // Invitations and emails first: app.pass_on_mail_state says in which order rows are locked.
  const seesSince = await askManager(tx, address);
  const isSeen = seesSince !== null && Date.parse(entry.recorded_at) >= Date.parse(seesSince);
  // Without an email, the id only says when the entry was shared.
  const posted = isSeen
    ? { address, mailId: newId(), state: null }
    : await postSnapshot(parts, { tx, sender, entry, address });
  if (before?.mail_id) await withdrawMail(tx, before.mail_id);
  return setManagerOrRollBack(tx, entry.id, posted);
}

type Snapshot = { tx: Tx; sender: MailSender; entry: CheckIn; address: string };

async function postSnapshot(
  { config, mailer, links }: ManagerParts,
  { tx, sender, entry, address }: Snapshot,
) {
  const mailId = newId();
  const link = links.linkFor({ checkInId: entry.id, managerEmail: address, at: new Date() });
  const { instanceName } = config;
  const mail = managerSnapshotMail({ id: mailId, to: address, sender, entry, link, instanceName });
  return { address, mailId, state: emailStateOf(await mailer.post(tx, mail)) };
}

/**
 * Restores an entry whose email was withdrawn on deletion, and posts the email again. `entry` is in the bin.
 */
export async function restoreShared(parts: ManagerParts, { tx, viewer, entry, address }: Shared) {
  const sender = await mailSender(tx, viewer);
  if (!sender) return refuse('no_session');
  const posted = await postSnapshot(parts, { tx, sender, entry, address });
  await setDeleted(tx, entry.id, false);
  return setManagerOrRollBack(tx, entry.id, posted);
}

/** Without its entry, the email must not be sent. */
async function setManagerOrRollBack(...call: Parameters<typeof setManager>) {
  return (await setManager(...call)) ?? refuseAndRollBack('not_found');
}

type Existing = { tx: Tx; viewer: Viewer; id: string; input: string };

/** Shares an existing entry. Nothing is sent if it is shared with this address already; another one is replaced. */
export async function shareExisting(parts: ManagerParts, { tx, viewer, id, input }: Existing) {
  await lockMails(tx);
  const entry = await checkInById(tx, id);
  if (!entry || entry.deleted_at !== null) return refuse('not_found');
  const manager = await readManager(tx, input);
  if (isRefused(manager)) return manager;
  if (entry.manager_email === manager.address) return entry;
  // The link in the email that this address got works again, as when the user undoes stopping to share.
  const mailId = await recentMailAbout(tx, id, manager.address, shareLimits.daysBetweenEmails);
  if (mailId !== null) {
    const before = await managerOf(tx, id);
    if (before?.mail_id && before.mail_id !== mailId) await withdrawMail(tx, before.mail_id);
    return setManagerOrRollBack(tx, id, { address: manager.address, mailId, state: null });
  }
  const refused = await admitManagerEmail(tx, viewer);
  if (refused) return refused;
  return shareWithManager(parts, { tx, viewer, entry, address: manager.address });
}

/** Posts the email to the manager of an entry again if it failed. A repeat finds it posted, and changes nothing. */
export async function sendManagerMailAgain(parts: ManagerParts, { tx, viewer, id }: Omit<Existing, 'input'>) {
  await lockMails(tx);
  const entry = await checkInById(tx, id);
  if (!entry || entry.deleted_at !== null) return refuse('not_found');
  const { manager_email: address, manager_email_state: state } = entry;
  if (address === null || state !== 'failed') return entry;
  const refused = await admitManagerEmail(tx, viewer);
  return refused ?? shareWithManager(parts, { tx, viewer, entry, address });
}

/** Stops sharing an entry with its manager. An unsent email is never sent. */
export async function stopSharing({ tx, id }: { tx: Tx; id: string }) {
  await lockMails(tx);
  const entry = await checkInById(tx, id);
  if (!entry) return refuse('not_found');
  if (!entry.shared_with_manager) return entry;
  await withdrawManagerMail(tx, id);
  return (await clearManager(tx, id)) ?? refuse('not_found');
}
