// Teams for tests of a manager's views: rows are written directly, so that times can be chosen.
import type { CheckIn } from '#features/check-ins/contract.ts';
import type { memberOperations } from '#features/teams/member-contract.ts';
import { newId } from '#platform/clock/id.ts';
import type { ResponseOf } from '#platform/http/operation.ts';
import type { TestApp } from './app.ts';
import { givePlan } from './billing.ts';
import type { Caller } from './caller.ts';

type Operations = typeof memberOperations;
export type Team = ResponseOf<Operations['GET /api/team']>;
export type MemberPage = ResponseOf<Operations['GET /api/team/:user_id']>;
export type EntryPage = ResponseOf<Operations['GET /api/team/:user_id/check_ins']>;
export type GoalPage = ResponseOf<Operations['GET /api/team/:user_id/goals']>;
export type ShoutoutPage = ResponseOf<Operations['GET /api/team/:user_id/shoutouts']>;

type Relationship = {
  manager: Caller;
  member: Caller;
  status?: 'pending' | 'accepted' | 'declined';
  acceptedAt?: string;
  /** Default: the manager. */
  requestedBy?: Caller;
};

/** Connects a manager and a member, or replaces what connected them. Returns the id. */
export async function connect(app: TestApp, wanted: Relationship): Promise<string> {
  const { manager, member, status = 'accepted', acceptedAt = null, requestedBy = manager } = wanted;
  const id = newId();
  await app.database.asOwner(async (db) => {
    await db.query('delete from team_relationships where manager_id = $1 and employee_id = $2', [
      ...[manager.userId, member.userId],
    ]);
    await db.query(
      `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at, declined_at)
       values ($1, $2, $3, $4, $5,
         case when $4 = 'accepted' then coalesce($6, date_trunc('milliseconds', clock_timestamp())) end,
         case when $4 = 'declined' then now() end)`,
      [id, manager.userId, member.userId, status, requestedBy.userId, acceptedAt],
    );
  });
  return id;
}

/** Gives an address the older kind of access. Returns the id. */
export async function grantLegacy(
  app: TestApp,
  { member, email, acceptedAt = null }: { member: Caller; email: string; acceptedAt?: string | null },
): Promise<string> {
  const id = newId();
  await app.database.asOwner((db) =>
    db.query(
      `insert into logbook_invitations (id, employee_id, manager_email, accepted_at)
       values ($1, $2, $3, coalesce($4, clock_timestamp()))`,
      [id, member.userId, email, acceptedAt],
    ),
  );
  return id;
}

export const disconnect = (app: TestApp, manager: Caller, member: Caller) =>
  app.database.asOwner((db) =>
    db.query('delete from team_relationships where manager_id = $1 and employee_id = $2', [
      ...[manager.userId, member.userId],
    ]),
  );

/** Gives a user the Team plan until an instant. */
export const subscribe = (app: TestApp, caller: Caller, until = '2100-01-01T00:00:00Z') =>
  givePlan(app, caller, new Date(until));

/** An extra address of a user. */
export const ownAddress = (app: TestApp, { userId }: Caller, email: string, verified = true) =>
  app.database.asOwner((db) =>
    db.query(
      `insert into user_emails (id, user_id, email, verified_at)
       values (gen_random_uuid(), $1, $2, case when $3 then now() end)
       on conflict (user_id, email) do update set verified_at = excluded.verified_at`,
      [userId, email, verified],
    ),
  );

/** Rewrites when rows were written, which the product never does. */
export const setInstant = (
  app: TestApp,
  column: 'check_ins.recorded_at' | 'goals.created_at' | 'shoutouts.created_at',
  id: string,
  at: string,
) =>
  app.database.asOwner(async (db) => {
    const [table, name] = column.split('.');
    await db.query('set session_replication_role = replica');
    await db.query(`update ${table} set ${name} = $2 where id = $1`, [id, at]);
  });

type New = { with: string; content?: string; recordedAt?: string; body?: object };

/** Writes an entry that is shared with an address. */
export async function share(app: TestApp, member: Caller, wanted: New): Promise<CheckIn> {
  const { with: manager_email, content = 'Shipped it', recordedAt, body } = wanted;
  const { status, json } = await member.call<CheckIn>('POST /api/check_ins', {
    body: { id: newId(), content, manager_email, ...body },
  });
  if (status !== 200) throw new Error(`Sharing returned ${status}: ${JSON.stringify(json)}`);
  if (recordedAt) await setInstant(app, 'check_ins.recorded_at', json.id, recordedAt);
  return json;
}

export const teamOf = async (manager: Caller) => (await manager.call<Team>('GET /api/team')).json;

export const openMember = (manager: Caller, { userId }: Pick<Caller, 'userId'>) =>
  manager.call<MemberPage>('GET /api/team/:user_id', { params: { user_id: userId } });

export const listOf = <Page>(
  manager: Caller,
  { userId }: Pick<Caller, 'userId'>,
  list: 'check_ins' | 'goals' | 'shoutouts',
  query: { before?: string; limit?: number } = {},
) => manager.call<Page>(`GET /api/team/:user_id/${list}`, { params: { user_id: userId }, query });

/** The ids of the entries that a manager sees, newest first; null without access. */
export async function entriesOf(manager: Caller, member: Caller): Promise<string[] | null> {
  const { status, json } = await openMember(manager, member);
  return status === 200 ? json.entries.rows.map(({ id }) => id) : null;
}
