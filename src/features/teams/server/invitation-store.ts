// SQL on invitations. Functions of the database store them, so that the limits hold and a sender never learns whether an
// address has an account (R-E1, R-E2).
import type pg from 'pg';
import type { Cursor } from '#platform/http/paging.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { emailStates, type EmailState } from '#platform/mail/email-state.ts';
import { limits } from '../constants.ts';
import { invitationStatuses, invitationTypes, type InvitationType } from '../contract.ts';
import type { StoredInvitation } from '../rules.ts';

const invitation = {
  id: t.uuid,
  type: t.oneOf(invitationTypes),
  email: t.text,
  status: t.oneOf(invitationStatuses),
  created_at: t.timestamptz,
  expires_at: t.nullable(t.timestamptz),
  email_state: t.nullable(t.oneOf(emailStates)),
  sent_at: t.nullable(t.timestamptz),
  resends: t.int,
  closed_at: t.nullable(t.timestamptz),
} satisfies t.ColumnsOf<StoredInvitation>;

// The job that stores the state `expired` runs once an hour. The link in a waiting email is valid from when it is sent.
const columns = `i.id, i.type, i.address as email,
  case when i.status = 'pending' and i.expires_at <= now() and coalesce(i.email_state, '') not in ('held', 'waiting')
       then 'expired' else i.status end as status,
  i.created_at, i.expires_at, i.email_state, i.sent_at, i.resends, i.closed_at`;

const pageSql = statement({
  text: `select ${columns} from team_invitations i
    where i.sender_id = (select app.viewer()) and i.status in ('pending', 'declined', 'expired')
      and (i.created_at, i.id) < ($1, $2)
    order by i.created_at desc, i.id desc limit $3`,
  row: invitation,
});

/** The viewer's pending, declined and expired invitations, newest first, below the cursor if there is one. */
export function invitationPage(
  tx: Reader,
  before: Cursor | null,
  limit: number,
): Promise<StoredInvitation[]> {
  const { at, id } = before ?? { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  return tx.query(pageSql, [at, id, limit]);
}

const byIdSql = statement({
  text: `select ${columns} from team_invitations i where i.id = $1 and i.status <> 'withdrawn'`,
  row: invitation,
});

/** An invitation of the viewer that was not withdrawn. */
export async function invitationById(tx: Tx, id: string): Promise<StoredInvitation | undefined> {
  const rows = await tx.query(byIdSql, [id]);
  return rows[0];
}

const pendingToSql = statement({
  text: `select ${columns} from team_invitations i
    where i.sender_id = (select app.viewer()) and i.type = $1 and i.address = $2 and i.status = 'pending'`,
  row: invitation,
});

/** The viewer's pending invitation to an address. */
export async function pendingInvitation(
  tx: Tx,
  type: InvitationType,
  address: string,
): Promise<StoredInvitation | undefined> {
  const rows = await tx.query(pendingToSql, [type, address]);
  return rows[0];
}

const refusalSql = statement({
  text: 'select app.invitation_refusal($1, $2, $3) as refusal',
  row: { refusal: t.nullable(t.oneOf(['plan required', 'exists', 'declined', 'too many'])) },
});
export type InvitationRefusal = NonNullable<RowIn<typeof refusalSql>['refusal']>;

/** Why the viewer cannot invite this address, or null. It stays true until the transaction ends. */
export async function invitationRefusal(
  tx: Tx,
  type: InvitationType,
  address: string,
): Promise<InvitationRefusal | null> {
  const rows = await tx.query(refusalSql, [type, address, limits.pending]);
  return rows[0]!.refusal;
}

const declinedUntilSql = statement({
  text: 'select app.declined_until($1, $2) as until',
  row: { until: t.nullable(t.timestamptz) },
});

/** Until when the viewer cannot invite an address again because it has declined. Null: no limit. */
export async function declinedUntil(tx: Tx, type: InvitationType, address: string): Promise<string | null> {
  const rows = await tx.query(declinedUntilSql, [type, address]);
  return rows[0]!.until;
}

const inviteSql = statement({
  text: 'select app.invite($1, $2, $3, $4) as outcome',
  row: { outcome: t.oneOf(['invited', 'id taken', 'plan required', 'exists', 'declined', 'too many']) },
});

/** Stores an invitation of the viewer, without its email. */
export async function addInvitation(
  tx: Tx,
  id: string,
  type: InvitationType,
  address: string,
): Promise<RowIn<typeof inviteSql>['outcome']> {
  const rows = await tx.query(inviteSql, [id, type, address, limits.pending]);
  return rows[0]!.outcome;
}

const noteMailSql = statement({
  text: 'select app.note_invitation_mail($1, $2, $3, $4, make_interval(days => $5), $6)',
});

/** Stores an email of a pending invitation that was just posted, and the hash of the token in it. */
export async function noteMail(
  tx: Tx,
  mail: { invitationId: string; tokenHash: Buffer; mailId: string; state: EmailState | null },
): Promise<void> {
  const { invitationId, tokenHash, mailId, state } = mail;
  const seconds = String(limits.linkDays * 86_400);
  const parts = [invitationId, tokenHash.toString('hex'), mailId, state, seconds];
  const signature = tx.sign('note_invitation_mail', ...parts);
  await tx.query(noteMailSql, [invitationId, tokenHash, mailId, state, limits.linkDays, signature]);
}

const withdrawSql = statement({
  text: 'select app.withdraw_invitation($1) as withdrawn',
  row: { withdrawn: t.bool },
});

/** Withdraws an invitation of the viewer. False if there is none with this id, or it was accepted. */
export async function withdraw(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(withdrawSql, [id]);
  return rows[0]!.withdrawn;
}

const linkSql = statement({
  text: `select type, full_name, sender_address, address, status, expires_at, for_me from app.invitation_link($1)`,
  row: {
    type: t.oneOf(invitationTypes),
    full_name: t.text,
    sender_address: t.nullable(t.text),
    address: t.text,
    status: t.oneOf(['pending', 'accepted']),
    expires_at: t.nullable(t.timestamptz),
    for_me: t.nullable(t.bool),
  },
});
export type LinkedInvitation = RowIn<typeof linkSql>;

/** What a link is for. Undefined if it does not work. `expires_at`: null until the email is sent. */
export async function linkedInvitation(tx: Tx, tokenHash: Buffer): Promise<LinkedInvitation | undefined> {
  const rows = await tx.query(linkSql, [tokenHash]);
  return rows[0];
}

const acceptSql = statement({
  text: `select outcome, address, type, full_name, sender_address, relationship, accepted_at from app.accept_invitation($1)`,
  row: {
    outcome: t.oneOf(['accepted', 'connected', 'invalid', 'own', 'another address']),
    address: t.nullable(t.text),
    type: t.nullable(t.oneOf(invitationTypes)),
    full_name: t.nullable(t.text),
    sender_address: t.nullable(t.text),
    relationship: t.nullable(t.uuid),
    accepted_at: t.nullable(t.timestamptz),
  },
});

/** Accepts an invitation by its link. All columns are set with the outcomes `accepted` and `connected`, except
 * `sender_address`, which is null if it is not verified. */
export async function accept(tx: Tx, tokenHash: Buffer): Promise<RowIn<typeof acceptSql>> {
  const rows = await tx.query(acceptSql, [tokenHash]);
  return rows[0]!;
}

const askManagerSql = statement({
  text: 'select app.ask_manager($1, $2) as sees_since',
  row: { sees_since: t.nullable(t.timestamptz) },
});

/**
 * Asks the owner of an address to become the viewer's manager (R-B6), unless they are. Resolves with the time from
 * which a connected manager on the Team plan sees entries, or else with null.
 */
export async function askManager(tx: Tx, address: string): Promise<string | null> {
  const rows = await tx.query(askManagerSql, [address, limits.pending]);
  return rows[0]!.sees_since;
}

const mailSql = statement({
  text: 'select id, sender_id, type, recipient, full_name, address from app.invitation_mail($1)',
  row: {
    id: t.uuid,
    sender_id: t.uuid,
    type: t.oneOf(invitationTypes),
    recipient: t.text,
    full_name: t.text,
    address: t.nullable(t.text),
  },
});

/** What the email of an invitation says now, for the worker. Undefined if there is nothing left to send. */
export async function invitationMailNow(
  jobs: pg.Pool,
  mailId: string,
): Promise<RowIn<typeof mailSql> | undefined> {
  const rows = await query(jobs, mailSql, [mailId]);
  return rows[0];
}

const allInvitationsSql = statement({
  text: `select id, sender_id, type, address, status, created_at, sent_at, expires_at, closed_at, resends
    from team_invitations where sender_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, sender_id: t.uuid, type: t.oneOf(invitationTypes), address: t.text, status: t.text },
    ...{
      created_at: t.timestamptz,
      sent_at: t.nullable(t.timestamptz),
      expires_at: t.nullable(t.timestamptz),
    },
    ...{ closed_at: t.nullable(t.timestamptz), resends: t.int },
  },
});

/** All invitations of the viewer, by id. */
export function allInvitations(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allInvitationsSql>[]> {
  return tx.query(allInvitationsSql, [userId, after, limit]);
}
