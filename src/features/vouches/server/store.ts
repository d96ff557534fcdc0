// All SQL on vouches. Row-level security limits every statement to the viewer's rows. What a reference does, and every
// link, goes through functions of the database (R-F1, R-F2).
import type pg from 'pg';
import type { Cursor } from '#platform/http/paging.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { emailStates } from '#platform/mail/email-state.ts';
import { limits } from '../constants.ts';
import { statuses, type ShownVouch, type Vouch, type VouchFile } from '../contract.ts';
import type { Additions, VouchRequest } from '../rules.ts';

/** A vouch without what the configuration decides. */
export type StoredVouch = Omit<Vouch, 'resend_from'>;

const vouch = {
  id: t.uuid,
  user_id: t.uuid,
  project_name: t.text,
  project_context: t.text,
  individual_contribution: t.text,
  reference_name: t.text,
  reference_email: t.text,
  reference_position: t.text,
  reference_department: t.nullable(t.text),
  is_verified: t.bool,
  status: t.oneOf(statuses),
  confirmed_position: t.nullable(t.text),
  statement: t.nullable(t.text),
  content_hash: t.nullable(t.text),
  created_at: t.timestamptz,
  sent_at: t.timestamptz,
  expires_at: t.timestamptz,
  verified_at: t.nullable(t.timestamptz),
  resends: t.int,
  email: t.nullable(t.oneOf(emailStates)),
  files: t.jsonb<VouchFile[]>(),
} satisfies t.ColumnsOf<StoredVouch>;

// The job that stores the state `expired` runs once an hour. A waiting email is sent later, and its link is valid from
// then.
const columns = `v.id, v.user_id, v.project_name, v.project_context, v.individual_contribution, v.reference_name,
  v.reference_email, v.reference_position, v.reference_department, v.is_verified,
  case when v.status = 'pending' and v.expires_at <= now() then 'expired' else v.status end as status,
  v.confirmed_position, v.statement, encode(v.content_sha256, 'hex') as content_hash, v.created_at, v.sent_at,
  v.expires_at, v.verified_at, v.resends, v.email_state as email,
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', f.id, 'vouch_id', f.vouch_id, 'file_name', f.file_name, 'file_path', f.file_path,
      'file_type', f.file_type, 'file_size', f.file_size, 'mime_type', f.mime_type, 'preview', f.preview,
      'created_at', to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by f.created_at, f.id), '[]')
    from vouch_files f where f.vouch_id = v.id and f.deleted_at is null) as files`;

const vouchPageSql = statement({
  name: 'vouch_page',
  text: `select ${columns} from vouches v
    where v.user_id = (select app.viewer()) and v.deleted_at is null and (v.created_at, v.id) < ($1, $2)
    order by v.created_at desc, v.id desc limit $3`,
  row: vouch,
});

/** The viewer's vouches, newest first, below the cursor if there is one. */
export function vouchPage(tx: Reader, before: Cursor | null, limit: number): Promise<StoredVouch[]> {
  const { at, id } = before ?? { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  return tx.query(vouchPageSql, [at, id, limit]);
}

const countElsewhereSql = statement({
  name: 'count_elsewhere',
  text: `select app.count_imported_records('vouch') as count`,
  row: { count: t.int },
});

/** How many vouches of the viewer other instances recorded. */
export async function countElsewhere(tx: Reader): Promise<number> {
  const rows = await tx.query(countElsewhereSql);
  return rows[0]!.count;
}

const vouchByIdSql = statement({
  text: `select ${columns} from vouches v where v.id = $1 and ($2 or v.deleted_at is null)`,
  row: vouch,
});

/** A vouch of the viewer, deleted or not if `includeDeleted`. */
export async function vouchById(
  tx: Tx,
  id: string,
  { includeDeleted = false } = {},
): Promise<StoredVouch | undefined> {
  const rows = await tx.query(vouchByIdSql, [id, includeDeleted]);
  return rows[0];
}

const newestOpenSql = statement({
  text: `select v.id from vouches v
    where v.user_id = (select app.viewer()) and v.deleted_at is null and v.project_name = $1
      and v.reference_email = $2 and v.status in ('pending', 'expired')
    order by v.created_at desc, v.id desc limit 1`,
  row: { id: t.uuid },
});

/** The viewer's newest unanswered vouch for a project by this reference. */
export async function newestOpen(tx: Tx, project: string, email: string): Promise<string | undefined> {
  const rows = await tx.query(newestOpenSql, [project, email]);
  return rows[0]?.id;
}

const insertVouchSql = statement({
  text: `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
      reference_email, reference_position, reference_department)
    values ($1, app.viewer(), $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
  row: { id: t.uuid },
});

/** Inserts a vouch of the viewer. False if the id is taken. */
export async function insertVouch(tx: Tx, id: string, request: VouchRequest): Promise<boolean> {
  const { project_name, project_context, individual_contribution, reference_name } = request;
  const rows = await tx.query(insertVouchSql, [
    ...[id, project_name, project_context, individual_contribution, reference_name],
    ...[request.reference_email, request.reference_position, request.reference_department],
  ]);
  return rows.length > 0;
}

const noteTokenSql = statement({
  text: 'select app.note_vouch_token($1, $2, $3, $4, $5, make_interval(days => $6), $7) as outcome',
  row: { outcome: t.oneOf(['sent', 'not found', 'closed', 'used up', 'too soon', 'waiting']) },
});
export type Noted = RowIn<typeof noteTokenSql>['outcome'];

/** Stores the link of the next email, unless the vouch allows none. `gap`: seconds since the last email. */
export async function noteToken(
  tx: Tx,
  link: { vouchId: string; tokenHash: Buffer; mailId: string; gap: number },
): Promise<Noted> {
  const { vouchId, tokenHash, mailId, gap } = link;
  const { resends, linkDays } = limits;
  const numbers = [gap, resends, linkDays * 86_400].map(String);
  const signature = tx.sign('note_vouch_token', vouchId, tokenHash.toString('hex'), mailId, ...numbers);
  const values = [vouchId, tokenHash, mailId, gap, resends, linkDays, signature];
  const rows = await tx.query(noteTokenSql, values);
  return rows[0]!.outcome;
}

const recallMailSql = statement({ text: 'select app.recall_vouch_mail($1)' });

/**
 * Deletes the newest email of a vouch that is about to be withdrawn or deleted, unless it is sent or being sent. Before
 * the transaction locks the vouch.
 */
export async function recallMail(tx: Tx, id: string): Promise<void> {
  await tx.query(recallMailSql, [id]);
}

const isMailRecalledSql = statement({
  text: `select v.mail_id is null as recalled from vouches v
    where v.id = $1 and v.deleted_at is null and v.status in ('pending', 'expired')`,
  row: { recalled: t.bool },
});

/** Whether an unanswered vouch has no email, because withdrawing or deleting it was undone. */
export async function isMailRecalled(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(isMailRecalledSql, [id]);
  return rows[0]?.recalled ?? false;
}

const setWithdrawnSql = statement({
  text: 'select app.withdraw_vouch($1, $2) as outcome',
  row: { outcome: t.oneOf(['done', 'not found', 'closed', 'too late']) },
});

/** Withdraws a vouch, or undoes that. */
export async function setWithdrawn(
  tx: Tx,
  id: string,
  withdrawn: boolean,
): Promise<RowIn<typeof setWithdrawnSql>['outcome']> {
  const rows = await tx.query(setWithdrawnSql, [id, !withdrawn]);
  return rows[0]!.outcome;
}

const setDeletedSql = statement({
  text: 'update vouches set deleted_at = case when $2 then coalesce(deleted_at, now()) end where id = $1 returning id',
  row: { id: t.uuid },
});

/** Deletes a vouch, or restores it. Undefined if it does not exist, or no longer exists. */
export async function setDeleted(tx: Tx, id: string, deleted: boolean): Promise<StoredVouch | undefined> {
  const rows = await tx.query(setDeletedSql, [id, deleted]);
  return rows.length > 0 ? vouchById(tx, id, { includeDeleted: true }) : undefined;
}

/** The file of a vouch as a link shows it. */
export type LinkedFile = { id: string } & Pick<
  ShownVouch['files'][number],
  'file_name' | 'file_size' | 'preview'
>;

const linkSql = statement({
  text: `select outcome, id, status, full_name, email, email_verified, project_name, project_context,
      individual_contribution, reference_name, reference_position, reference_department, statement, verified_at,
      expires_at, content_hash, files, mailbox_domain
    from app.vouch_link($1)`,
  row: {
    outcome: t.oneOf(['good', 'unknown', 'replaced', 'expired', 'withdrawn', 'own']),
    id: t.nullable(t.uuid),
    status: t.nullable(t.oneOf(['pending', 'verified', 'declined'])),
    full_name: t.nullable(t.text),
    email: t.nullable(t.text),
    email_verified: t.nullable(t.bool),
    project_name: t.nullable(t.text),
    project_context: t.nullable(t.text),
    individual_contribution: t.nullable(t.text),
    reference_name: t.nullable(t.text),
    reference_position: t.nullable(t.text),
    reference_department: t.nullable(t.text),
    statement: t.nullable(t.text),
    verified_at: t.nullable(t.timestamptz),
    expires_at: t.nullable(t.timestamptz),
    content_hash: t.nullable(t.text),
    files: t.nullable(t.jsonb<LinkedFile[]>()),
    mailbox_domain: t.nullable(t.text),
  },
});
type Nullable = RowIn<typeof linkSql>;
type Optional = 'reference_department' | 'statement' | 'verified_at';
/** What a link shows. */
export type Linked = {
  [Name in Exclude<keyof Nullable, 'outcome'>]: Name extends Optional
    ? Nullable[Name]
    : NonNullable<Nullable[Name]>;
};

/** What a link leads to, or why it does not work. */
export async function linkedVouch(
  tx: Tx,
  tokenHash: Buffer,
): Promise<Linked | Exclude<Nullable['outcome'], 'good'>> {
  const rows = await tx.query(linkSql, [tokenHash]);
  const { outcome, ...linked } = rows[0]!;
  // With this outcome, the function fills in all other columns.
  return outcome === 'good' ? (linked as Linked) : outcome;
}

const answerSql = statement({
  text: 'select app.answer_vouch($1, $2, $3, $4, $5, $6) as outcome',
  row: { outcome: t.oneOf(['good', 'unknown', 'replaced', 'expired', 'withdrawn', 'own', 'changed']) },
});

type GivenAnswer = Additions & { confirms: boolean; shown: string; namesDomain: boolean };

/** Confirms or declines by a link. `shown`: the content hash that the reference has seen. */
export async function answer(
  tx: Tx,
  tokenHash: Buffer,
  { confirms, shown, position, statement: added, namesDomain }: GivenAnswer,
): Promise<RowIn<typeof answerSql>['outcome']> {
  const rows = await tx.query(answerSql, [...[tokenHash, confirms, shown, position, added, namesDomain]]);
  return rows[0]!.outcome;
}

const answeredVouchSql = statement({
  text: 'select user_id, email, status, project_name, reference_name, statement from app.vouch_answer_mail($1)',
  row: {
    user_id: t.uuid,
    email: t.text,
    status: t.oneOf(['verified', 'declined']),
    project_name: t.text,
    reference_name: t.text,
    statement: t.nullable(t.text),
  },
});
export type AnsweredVouch = RowIn<typeof answeredVouchSql>;

/** An answered vouch, for the job that emails its owner. Undefined if the owner should get no email. */
export async function answeredVouch(tx: Tx, id: string): Promise<AnsweredVouch | undefined> {
  const rows = await tx.query(answeredVouchSql, [id]);
  return rows[0];
}

const vouchMailSql = statement({
  text: `select is_linked, project_name, project_context, individual_contribution, reference_name, reference_email,
      reference_position, reference_department, full_name, address
    from app.vouch_mail($1, $2)`,
  row: {
    ...{ is_linked: t.bool, project_name: t.text, project_context: t.text },
    ...{ individual_contribution: t.text, reference_name: t.text, reference_email: t.text },
    ...{ reference_position: t.text, reference_department: t.nullable(t.text) },
    ...{ full_name: t.text, address: t.nullable(t.text) },
  },
});

/**
 * What the email to a reference says now, for the worker. `is_linked`: the link with this hash leads to the vouch.
 * `address`: the owner's, if it is verified. Undefined if there is nothing left to send.
 */
export async function vouchMailNow(
  jobs: pg.Pool,
  mailId: string,
  tokenHash: Buffer,
): Promise<RowIn<typeof vouchMailSql> | undefined> {
  const rows = await query(jobs, vouchMailSql, [mailId, tokenHash]);
  return rows[0];
}

const canVouchSql = statement({ text: 'select app.can_vouch($1) as can', row: { can: t.bool } });

/**
 * Whether a reference at this address can vouch for the viewer: not at any of the viewer's own addresses, current or
 * former.
 */
export async function canVouch(tx: Tx, address: string): Promise<boolean> {
  const rows = await tx.query(canVouchSql, [address]);
  return rows[0]!.can;
}

const allVouchesSql = statement({
  text: `select id, user_id, project_name, project_context, individual_contribution, reference_name, reference_email,
      reference_position, reference_department, status, is_verified, confirmed_position, statement,
      names_domain, encode(content_sha256, 'hex') as content_sha256, created_at, sent_at, expires_at, verified_at, withdrawn_at, resends,
      deleted_at
    from vouches where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, user_id: t.uuid, project_name: t.text, project_context: t.text },
    ...{ individual_contribution: t.text, reference_name: t.text, reference_email: t.text },
    ...{ reference_position: t.text, reference_department: t.nullable(t.text), status: t.oneOf(statuses) },
    ...{ is_verified: t.bool, confirmed_position: t.nullable(t.text), statement: t.nullable(t.text) },
    ...{
      names_domain: t.bool,
      content_sha256: t.nullable(t.text),
      created_at: t.timestamptz,
      sent_at: t.timestamptz,
    },
    ...{ expires_at: t.timestamptz, verified_at: t.nullable(t.timestamptz) },
    ...{ withdrawn_at: t.nullable(t.timestamptz), resends: t.int, deleted_at: t.nullable(t.timestamptz) },
  },
});

/** All of the viewer's vouches, by id, including deleted ones that are not purged yet. */
export function allVouches(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allVouchesSql>[]> {
  return tx.query(allVouchesSql, [userId, after, limit]);
}

const ownLinkSql = statement({
  text: 'select app.is_own_vouch_link($1, $2) as is_own',
  row: { is_own: t.bool },
});

/** Whether the link belongs to the user with this refresh token. */
export async function isOwnLink(tx: Tx, tokenHash: Buffer, refreshHash: Buffer): Promise<boolean> {
  const rows = await tx.query(ownLinkSql, [tokenHash, refreshHash]);
  return rows[0]!.is_own;
}
