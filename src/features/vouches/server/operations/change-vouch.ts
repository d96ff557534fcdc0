// Lists, withdraws and deletes vouches of the viewer. Nothing edits one: the owner withdraws it and creates a new one.
import { pageOf, readCursor } from '#features/check-ins/reading-rules.ts';
import type { Config } from '#platform/config/config.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { inOneTrip, refuse } from '#platform/http/bind.ts';
import type { operations } from '../../contract.ts';
import { setDeleted, setWithdrawn, vouchById, vouchPage } from '../store.ts';
import { shownToOwner } from './send-request.ts';

type Mode = Pick<Config, 'mode'>;
type ById = { tx: Tx; input: { params: { id: string } } };

export function listVouches(config: Mode) {
  return inOneTrip<(typeof operations)['GET /api/vouches']>(async ({ tx, input: { query } }) => {
    const before = query.before === undefined ? null : readCursor(query.before);
    if (query.before !== undefined && before === null)
      return refuse('invalid_input', { detail: 'before is not a valid cursor.' });
    const found = await vouchPage(tx, before, query.limit + 1);
    const { rows, next } = pageOf(found, query.limit, 'created_at');
    return { rows: rows.map((row) => shownToOwner(config, row)), next };
  });
}

/** Withdraws an unanswered vouch. */
export function withdrawVouch(config: Mode) {
  return async ({ tx, input: { params } }: ById) => {
    const outcome = await setWithdrawn(tx, params.id, true);
    if (outcome === 'closed') return refuse('vouch_closed');
    const stored = outcome === 'done' ? await vouchById(tx, params.id) : undefined;
    return stored ? shownToOwner(config, stored) : refuse('not_found');
  };
}

/** Undoes a withdrawal. */
export function reopenVouch(config: Mode) {
  return async ({ tx, input: { params } }: ById) => {
    const outcome = await setWithdrawn(tx, params.id, false);
    if (outcome === 'closed') return refuse('vouch_closed');
    if (outcome === 'too late') return refuse('undo_too_late');
    const stored = outcome === 'done' ? await vouchById(tx, params.id) : undefined;
    return stored ? shownToOwner(config, stored) : refuse('not_found');
  };
}

/** Deletes a vouch, or restores it until it is purged. */
export function deleteVouch(config: Mode, deleted: boolean) {
  return async ({ tx, input: { params } }: ById) => {
    const stored = await setDeleted(tx, params.id, deleted);
    return stored ? shownToOwner(config, stored) : refuse('not_found');
  };
}
