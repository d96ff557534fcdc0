// SQL on whom entries are shared with. An entry keeps the id of its last email to a manager when the user stops sharing
// it: it was shared once. If a connected manager needed no email, no email has that id.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import type { EmailState } from '#platform/mail/email-state.ts';
import type { CheckIn } from '../contract.ts';
import { shareLimits } from '../share-constants.ts';
import { checkIn, columns } from './store.ts';

const managerOfSql = statement({
  text: 'select manager_email as address, manager_mail_id as mail_id from check_ins where id = $1',
  row: { address: t.nullable(t.text), mail_id: t.nullable(t.uuid) },
});

/** The manager's address, and the id of the last email to a manager: null if the entry was never shared. */
export async function managerOf(tx: Tx, id: string): Promise<RowIn<typeof managerOfSql> | undefined> {
  const rows = await tx.query(managerOfSql, [id]);
  return rows[0];
}

const setManagerSql = statement({
  text: `update check_ins
    set shared_with_manager = true, manager_email = $2, manager_mail_id = $3, manager_email_state = $4
    where id = $1 and deleted_at is null returning ${columns}`,
  row: checkIn,
});

/** Undefined if the entry is deleted. */
export async function setManager(
  tx: Tx,
  id: string,
  manager: { address: string; mailId: string; state: EmailState | null },
): Promise<CheckIn | undefined> {
  const rows = await tx.query(setManagerSql, [id, manager.address, manager.mailId, manager.state]);
  return rows[0];
}

const clearManagerSql = statement({
  text: `update check_ins set shared_with_manager = false, manager_email = null, manager_email_state = null
    where id = $1 returning ${columns}`,
  row: checkIn,
});

export async function clearManager(tx: Tx, id: string): Promise<CheckIn | undefined> {
  const rows = await tx.query(clearManagerSql, [id]);
  return rows[0];
}

const noteShoutoutSql = statement({ text: 'update check_ins set has_shoutout = true where id = $1' });

/** Shows the shoutout about an entry with it, including in open pages. */
export async function noteShoutout(tx: Tx, id: string): Promise<void> {
  await tx.query(noteShoutoutSql, [id]);
}

const recentLikeSql = statement({
  text: `select id from check_ins where user_id = app.viewer() and content = $1 and deleted_at is null
      and recorded_at > now() - make_interval(hours => $3) and ($2::text is null or manager_email is null or manager_email = $2)
    order by (manager_email = $2) desc nulls last, recorded_at desc, id desc limit 1`,
  row: { id: t.uuid },
});

/**
 * The viewer's newest entry with this content, within the hours of one request. With an address, only one that is shared with it, or
 * with no one.
 */
export async function recentLike(
  tx: Tx,
  content: string,
  manager: string | null,
): Promise<string | undefined> {
  const rows = await tx.query(recentLikeSql, [content, manager, shareLimits.hoursOfOneRequest]);
  return rows[0]?.id;
}
