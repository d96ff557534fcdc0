// All SQL on goals. Row-level security limits every statement to the viewer's own rows. Queries also name the owner, so
// that the planner can use the right index.
import * as t from '#platform/database/columns.ts';
import { statement } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { cadences } from '../constants.ts';
import type { Cadence, Goal } from '../contract.ts';

const goal = {
  id: t.uuid,
  user_id: t.uuid,
  text: t.text,
  cadence: t.nullable(t.oneOf(cadences)),
  period_start: t.nullable(t.date),
  position: t.int,
  created_at: t.timestamptz,
  completed_at: t.nullable(t.timestamptz),
  deleted_at: t.nullable(t.timestamptz),
  check_in_id: t.nullable(t.uuid),
} satisfies t.ColumnsOf<Goal>;
const columns = t.list(goal);

const openGoalsSql = statement({
  name: 'open_goals',
  text: `select ${columns} from goals
    where user_id = (select app.viewer()) and completed_at is null and deleted_at is null
    order by position, id limit $1`,
  row: goal,
});

/** The viewer's open goals in list order (R-C2). */
export function openGoals(tx: Reader, limit: number): Promise<Goal[]> {
  return tx.query(openGoalsSql, [limit]);
}

const lockListSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('goals of ' || app.viewer()::text, 0))`,
});

/** Locks the viewer's list (its members and their order) until the transaction ends. */
export async function lockList(tx: Tx): Promise<void> {
  await tx.query(lockListSql);
}

const goalByIdSql = statement({
  name: 'goal',
  text: `select ${columns} from goals where id = $1`,
  row: goal,
});

export async function goalById(tx: Tx, id: string): Promise<Goal | undefined> {
  const rows = await tx.query(goalByIdSql, [id]);
  return rows[0];
}

const lockGoalSql = statement({ text: `select ${columns} from goals where id = $1 for update`, row: goal });

/** Like `goalById`, but locks the row until the transaction ends. */
export async function lockGoal(tx: Tx, id: string): Promise<Goal | undefined> {
  const rows = await tx.query(lockGoalSql, [id]);
  return rows[0];
}

export type NewGoal = {
  id: string;
  userId: string;
  text: string;
  cadence: Cadence | null;
  periodStart: string | null;
  createdAt: string | null;
};

const insertGoalSql = statement({
  text: `insert into goals (id, user_id, text, cadence, period_start, position, created_at)
    select $1, $2, $3, $4, $5,
      coalesce((select max(position) from goals
        where user_id = $2 and completed_at is null and deleted_at is null), 0) + 1,
      coalesce($6, now())
    on conflict (id) do nothing
    returning ${columns}`,
  row: goal,
});

/** Adds a goal at the end of the list. Returns undefined if the id is taken. */
export async function insertGoal(tx: Tx, goal: NewGoal): Promise<Goal | undefined> {
  const values = [goal.id, goal.userId, goal.text, goal.cadence, goal.periodStart, goal.createdAt];
  const rows = await tx.query(insertGoalSql, values);
  return rows[0];
}

const ownedTextsSql = statement({
  text: 'select id, text from goals where user_id = $1 and id = any($2::uuid[])',
  row: { id: t.uuid, text: t.text },
});

/** The texts of those of these ids that are goals of the viewer. */
export async function ownedTexts(tx: Tx, userId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await tx.query(ownedTextsSql, [userId, ids]);
  return new Map(rows.map(({ id, text }) => [id, text]));
}

export type ImportedRow = Pick<Goal, 'id' | 'text' | 'cadence' | 'period_start' | 'created_at'> &
  Pick<Goal, 'completed_at' | 'check_in_id'>;

const insertImportedSql = statement({
  text: `insert into goals (id, user_id, text, cadence, period_start, position, created_at, completed_at, check_in_id)
    select (e.goal ->> 'id')::uuid, $1, e.goal ->> 'text', e.goal ->> 'cadence', (e.goal ->> 'period_start')::date,
      e.place + coalesce((select max(position) from goals
        where user_id = $1 and completed_at is null and deleted_at is null), 0),
      (e.goal ->> 'created_at')::timestamptz, (e.goal ->> 'completed_at')::timestamptz,
      (select c.id from check_ins c
       where c.id = (e.goal ->> 'check_in_id')::uuid and c.user_id = $1 and e.goal ->> 'completed_at' is not null)
    from jsonb_array_elements($2) with ordinality as e (goal, place)
    on conflict (id) do nothing
    returning id`,
  row: { id: t.uuid },
});

/**
 * Adds goals at the end of the list in one statement, in the given order. Returns the ids that were not taken. Links a
 * goal to its entry if the entry exists.
 */
export async function insertImported(tx: Tx, userId: string, rows: ImportedRow[]): Promise<string[]> {
  const added = await tx.query(insertImportedSql, [userId, JSON.stringify(rows)]);
  return added.map(({ id }) => id);
}

const changeGoalSql = statement({
  text: 'update goals set text = $2, cadence = $3, period_start = $4 where id = $1',
});

/** Writes the text and period of a locked goal. */
export async function changeGoal(tx: Tx, goal: Goal): Promise<void> {
  await tx.query(changeGoalSql, [goal.id, goal.text, goal.cadence, goal.period_start]);
}

const placeGoalsSql = statement({
  text: `update goals g set position = wanted.position
    from unnest($2::uuid[]) with ordinality as wanted (id, position)
    where g.user_id = $1 and g.id = wanted.id and g.position <> wanted.position`,
});

/** Numbers the list in the order of these ids. Skips goals that already have the right position. */
export async function placeGoals(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  await tx.query(placeGoalsSql, [userId, ids]);
}

const setDeletedSql = statement({
  text: `update goals set deleted_at = case when $2 then now() end
    where id = $1 returning ${columns}`,
  row: goal,
});

/** Deletes or restores a goal. */
export async function setDeleted(tx: Tx, id: string, deleted: boolean): Promise<Goal | undefined> {
  const rows = await tx.query(setDeletedSql, [id, deleted]);
  return rows[0];
}

const completeSql = statement({
  text: `update goals set completed_at = $2, check_in_id = $3 where id = $1 returning ${columns}`,
  row: goal,
});

/** Marks a goal as completed and links it to its entry. */
export async function complete(
  tx: Tx,
  id: string,
  completion: { checkInId: string; at: string },
): Promise<Goal | undefined> {
  const rows = await tx.query(completeSql, [id, completion.at, completion.checkInId]);
  return rows[0];
}

const reopenSql = statement({
  text: `update goals set completed_at = null, check_in_id = null where id = $1 returning ${columns}`,
  row: goal,
});

/** Reopens a completed goal at its old position. */
export async function reopen(tx: Tx, id: string): Promise<Goal | undefined> {
  const rows = await tx.query(reopenSql, [id]);
  return rows[0];
}

const allGoalsSql = statement({
  text: `select ${columns}, changed_at from goals
    where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: { ...goal, changed_at: t.timestamptz },
});

/** One page of all goals of the viewer, including completed and deleted ones, ordered by id. */
export function allGoals(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<(Goal & { changed_at: string })[]> {
  return tx.query(allGoalsSql, [userId, after, limit]);
}
