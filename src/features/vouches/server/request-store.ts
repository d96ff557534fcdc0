// All SQL on the requests of visitors to references (R-F4).
import type { Cursor } from '#platform/http/paging.ts';
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { requestLimits } from '../request-constants.ts';
import type { VerificationRequest } from '../request-contract.ts';
import type { RequestInput } from '../request-rules.ts';

const addRequestSql = statement({
  text: 'select app.request_verification($1, $2, $3, $4, make_interval(hours => $5), $6)',
});

/** Stores a request about the vouch with this public id, and adds the job that emails it. */
export async function addRequest(
  tx: Tx,
  publicId: string,
  { requester_name: name, requester_email: email, message }: RequestInput,
): Promise<void> {
  const hours = requestLimits.hoursOfOneRequest;
  const signature = tx.sign('request_verification', publicId, name, email, message, String(hours * 3600));
  await tx.query(addRequestSql, [publicId, name, email, message, hours, signature]);
}

const requestToMailSql = statement({
  text: `select user_id, full_name, project_name, reference_name, reference_email, requester_name, requester_email, message
    from app.verification_request_mail($1)`,
  row: {
    user_id: t.uuid,
    full_name: t.text,
    project_name: t.text,
    reference_name: t.text,
    reference_email: t.text,
    requester_name: t.text,
    requester_email: t.text,
    message: t.text,
  },
});
export type RequestToMail = RowIn<typeof requestToMailSql>;

/** A request with its vouch, for the email about it. Undefined if the vouch is no longer public. */
export async function requestToMail(tx: Tx, id: string): Promise<RequestToMail | undefined> {
  const rows = await tx.query(requestToMailSql, [id]);
  return rows[0];
}

const request = {
  id: t.uuid,
  vouch_id: t.uuid,
  requester_name: t.text,
  requester_email: t.text,
  message: t.text,
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<VerificationRequest>;

const requestPageSql = statement({
  text: `select ${t.list(request)} from vouch_verification_requests
    where user_id = (select app.viewer()) and (created_at, id) < ($1, $2)
      and ($4::uuid is null or vouch_id = $4) and exists (select from vouches v where v.id = vouch_id and v.deleted_at is null)
    order by created_at desc, id desc limit $3`,
  row: request,
});

/** The requests about the viewer's vouches or one of them, newest first, below the cursor if there is one. */
export function requestPage(
  tx: Reader,
  vouchId: string | null,
  before: Cursor | null,
  limit: number,
): Promise<VerificationRequest[]> {
  const { at, id } = before ?? { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  return tx.query(requestPageSql, [at, id, limit, vouchId]);
}

const allRequestsSql = statement({
  text: `select ${t.list(request)}, user_id from vouch_verification_requests
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: { ...request, user_id: t.uuid },
});

/** All requests about the viewer's vouches, by id. */
export function allRequests(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allRequestsSql>[]> {
  return tx.query(allRequestsSql, [userId, after, limit]);
}
