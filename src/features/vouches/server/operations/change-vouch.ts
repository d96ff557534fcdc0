// Lists, withdraws and deletes vouches of the viewer. Nothing edits one: the owner withdraws it and creates a new one.
import { pageOf, readCursor } from '#platform/http/paging.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { inOneTrip, isRefused, refuse } from '#platform/http/bind.ts';
import { lockMails } from '#platform/mail/mailer.ts';
import type { operations } from '../../contract.ts';
import {
  countElsewhere,
  isMailRecalled,
  recallMail,
  setDeleted,
  setWithdrawn,
  vouchById,
  vouchPage,
} from '../store.ts';
import { sendLink, shownToOwner, type SendParts } from './send-request.ts';

type Mode = Pick<Config, 'mode'>;
type ById = { tx: Tx; viewer: Viewer; input: { params: { id: string } } };

export function listVouches(config: Mode) {
  return inOneTrip<(typeof operations)['GET /api/vouches']>(async ({ tx, input: { query } }) => {
    const before = query.before === undefined ? null : readCursor(query.before);
    if (query.before !== undefined && before === null)
      return refuse('invalid_input', { detail: 'before is not a valid cursor.' });
    const [found, elsewhere] = await Promise.all([
      vouchPage(tx, before, query.limit + 1),
      before === null ? countElsewhere(tx) : null,
    ]);
    const { rows, next } = pageOf(found, query.limit, 'created_at');
    return { rows: rows.map((row) => shownToOwner(config, row)), next, elsewhere };
  });
}

/** Withdraws an unanswered vouch. An email that was not sent yet is deleted. */
export function withdrawVouch(config: Mode) {
  return async ({ tx, input: { params } }: ById) => {
    await recallMail(tx, params.id);
    const outcome = await setWithdrawn(tx, params.id, true);
    if (outcome === 'closed') return refuse('vouch_closed');
    const stored = outcome === 'done' ? await vouchById(tx, params.id) : undefined;
    return stored ? shownToOwner(config, stored) : refuse('not_found');
  };
}

/** Undoes a withdrawal. */
export function reopenVouch(parts: SendParts) {
  return async ({ tx, viewer, input: { params } }: ById) => {
    await lockMails(tx);
    const outcome = await setWithdrawn(tx, params.id, false);
    if (outcome === 'closed') return refuse('vouch_closed');
    if (outcome === 'too late') return refuse('undo_too_late');
    return outcome === 'done' ? sendRecalled(parts, { tx, viewer, id: params.id }) : refuse('not_found');
  };
}

/** Deletes a vouch, and its email if that has not been sent yet. */
export function deleteVouch(config: Mode) {
  return async ({ tx, input: { params } }: ById) => {
    await recallMail(tx, params.id);
    const stored = await setDeleted(tx, params.id, true);
    return stored ? shownToOwner(config, stored) : refuse('not_found');
  };
}

/** Restores a deleted vouch until it is purged. */
export function restoreVouch(parts: SendParts) {
  return async ({ tx, viewer, input: { params } }: ById) => {
    await lockMails(tx);
    const stored = await setDeleted(tx, params.id, false);
    return stored ? sendRecalled(parts, { tx, viewer, id: params.id }) : refuse('not_found');
  };
}

/** The vouch after an Undo. An email that was deleted before it was sent is posted again. */
async function sendRecalled(parts: SendParts, call: { tx: Tx; viewer: Viewer; id: string }) {
  if (await isMailRecalled(call.tx, call.id)) {
    const sent = await sendLink(parts, call);
    if (isRefused(sent)) return sent;
  }
  const stored = await vouchById(call.tx, call.id);
  return stored ? shownToOwner(parts.config, stored) : refuse('not_found');
}
