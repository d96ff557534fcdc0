// SQL on relationships and on who has access. Row-level security shows the parties what they may know; every change goes
// through functions of the database, which check who asked for it (R-E1).
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';
import { relationshipStatuses, type ManagerAccess, type Relationship } from '../contract.ts';

const relationship = {
  relationship_id: t.uuid,
  status: t.oneOf(relationshipStatuses),
  manager_id: t.uuid,
  employee_id: t.uuid,
  employee_name: t.text,
  manager_name: t.text,
  relationship_created_at: t.timestamptz,
  requested_by_me: t.bool,
  accepted_at: t.nullable(t.timestamptz),
} satisfies t.ColumnsOf<Relationship>;

const relationshipsSql = statement({
  name: 'team_members_view',
  text: `select ${t.list(relationship)} from app.team_members_view($1, $2)`,
  row: relationship,
});

/** The relationships that the viewer sees, newest first. */
export function relationships(tx: Reader): Promise<Relationship[]> {
  return tx.query(relationshipsSql, [limits.relationships, limits.requests]);
}

const relationshipByIdSql = statement({
  text: `select ${t.list(relationship)} from app.team_members_view($2, $3) where relationship_id = $1
    union all
    select ${t.list(relationship)} from app.declined_request($1)`,
  row: relationship,
});

/** A relationship that the viewer sees, or a request that they declined. */
export async function relationshipById(tx: Tx, id: string): Promise<Relationship | undefined> {
  const rows = await tx.query(relationshipByIdSql, [id, limits.relationships, limits.requests]);
  return rows[0];
}

const answerSql = statement({
  text: 'select app.answer_relationship($1, $2) as outcome',
  row: { outcome: t.oneOf(['done', 'not found', 'closed']) },
});

/** Accepts or declines a relationship that another user asked for. */
export async function answer(
  tx: Tx,
  id: string,
  accepts: boolean,
): Promise<RowIn<typeof answerSql>['outcome']> {
  const rows = await tx.query(answerSql, [id, accepts]);
  return rows[0]!.outcome;
}

const endSql = statement({ text: 'select app.end_relationship($1) as ended', row: { ended: t.bool } });

/** Ends an accepted relationship. False if the viewer has none with this id. */
export async function end(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(endSql, [id]);
  return rows[0]!.ended;
}

const access = {
  id: t.uuid,
  manager_name: t.nullable(t.text),
  manager_email: t.nullable(t.text),
  relationship_type: t.oneOf(['Manager', 'Legacy']),
  accepted_at: t.timestamptz,
  looked_at: t.nullable(t.timestamptz),
  shared_with: t.texts,
  sees_now: t.bool,
} satisfies t.ColumnsOf<ManagerAccess>;

const accessSql = statement({ text: `select ${t.list(access)} from app.manager_access()`, row: access });

/** Who can see shared entries of the viewer: managers, then legacy grants, newest first. */
export function managerAccess(tx: Reader): Promise<ManagerAccess[]> {
  return tx.query(accessSql, []);
}

const removeLegacySql = statement({
  text: 'delete from logbook_invitations where id = $1 returning id',
  row: { id: t.uuid },
});

/** Removes a legacy grant of the viewer. False if there is none with this id. */
export async function removeLegacyGrant(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(removeLegacySql, [id]);
  return rows.length > 0;
}

const allRelationshipsSql = statement({
  text: `select id, manager_id, employee_id, status, requested_by, created_at, accepted_at, declined_at, looked_at
    from team_relationships
    where $1 in (manager_id, employee_id) and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, manager_id: t.uuid, employee_id: t.uuid, status: t.oneOf(relationshipStatuses) },
    ...{ requested_by: t.uuid, created_at: t.timestamptz, accepted_at: t.nullable(t.timestamptz) },
    ...{ declined_at: t.nullable(t.timestamptz), looked_at: t.nullable(t.timestamptz) },
  },
});

/** All relationships that the viewer sees, by id. */
export function allRelationships(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allRelationshipsSql>[]> {
  return tx.query(allRelationshipsSql, [userId, after, limit]);
}

const allLegacySql = statement({
  text: `select id, employee_id, manager_email, status, accepted_at, looked_at from logbook_invitations
    where employee_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, employee_id: t.uuid, manager_email: t.text, status: t.text },
    ...{ accepted_at: t.timestamptz, looked_at: t.nullable(t.timestamptz) },
  },
});

/** All legacy grants of the viewer, by id. */
export function allLegacyGrants(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allLegacySql>[]> {
  return tx.query(allLegacySql, [userId, after, limit]);
}
