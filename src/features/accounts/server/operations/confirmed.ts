import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Tx, Viewer } from '#platform/database/transaction.ts';
import { refuse } from '#platform/http/bind.ts';

const needsConfirmationSql = statement({
  text: 'select app.needs_confirmation($1) as needed',
  row: { needed: t.bool },
});

/**
 * Refuses a change that asks for the password, too, if that proves too little: the account has a second factor, and the
 * session has not proved recently who uses it (R-Q2).
 */
export async function refuseUnconfirmed(tx: Tx, { sessionId }: Viewer) {
  const rows = await tx.query(needsConfirmationSql, [sessionId]);
  return rows[0]!.needed ? refuse('confirmation_needed') : undefined;
}

const isFreshSql = statement({ text: 'select app.is_fresh($1) as fresh', row: { fresh: t.bool } });

/** Whether the viewer's session proved recently enough whose it is. */
export async function isFresh(tx: Tx, sessionId: string): Promise<boolean> {
  const rows = await tx.query(isFreshSql, [sessionId]);
  return rows[0]!.fresh;
}

/** Refuses a change of how an account is reached that asks for no password, unless the session proved recently whose it is. */
export async function refuseStale(tx: Tx, { sessionId }: Viewer) {
  return (await isFresh(tx, sessionId)) ? undefined : refuse('confirmation_needed');
}
