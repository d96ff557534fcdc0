// A copy of the database that was made with pg_restore --no-owner belongs to the role that restored it, which the owner in
// DATABASE_URL may not change. With --no-privileges, the roles of Logbook may not even read it.
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import * as t from './columns.ts';
import type { Roles } from './roles.ts';
import { query, statement } from './statement.ts';

const stateSql = statement({
  text: `with owners as (
      select nspowner as owner from pg_namespace where nspname in ('app', 'unsigned')
      union select relowner from pg_class
        where relnamespace = to_regnamespace('app') or oid = to_regclass('public.logbook_migrations')
      union select proowner from pg_proc
        where pronamespace in (to_regnamespace('app'), to_regnamespace('unsigned')))
    select current_user::text as me,
      (select coalesce(array_agg(pg_get_userbyid(owner)::text), '{}') from owners
        where not pg_has_role(owner, 'usage')) as foreign_owners,
      coalesce(not has_schema_privilege($2, to_regnamespace('graphile_worker'), 'usage'), false) as worker_closed,
      coalesce(not has_schema_privilege($1, to_regnamespace('app'), 'usage'), false) as app_closed`,
  row: { me: t.text, foreign_owners: t.texts, worker_closed: t.bool, app_closed: t.bool },
});

/** Throws StartupError with the SQL to run if the schema belongs to other roles than those that use it. */
export async function refuseCopiedOwners(owner: pg.Client, roles: Roles, database: string): Promise<void> {
  const [state] = await query(owner, stateSql, [roles.app, roles.jobs]);
  const { me, foreign_owners, worker_closed, app_closed } = state!;
  // First, because changing the owners would not help.
  if (app_closed) {
    throw new StartupError({
      what: `The role ${roles.app} may not use the tables of this database.`,
      why: 'It lacks USAGE on the schema app. A copy that was made with --no-privileges (-x), or for roles with another DATABASE_ROLE_PREFIX, has none of the rights that the migrations gave it, which are rights on single columns and functions.',
      fix: 'Make the copy again with its privileges, on a server that has these roles, or restore a backup of Logbook.',
    });
  }
  if (foreign_owners.length > 0 || worker_closed) {
    const others = foreign_owners.length > 0 ? foreign_owners.join(', ') : me;
    throw new StartupError({
      what: 'The tables of this database do not belong to the role that Logbook needs.',
      why: `They belong to ${others}. A copy that was made with pg_restore --no-owner belongs to the role that restored it. Logbook needs ${me} as the owner, and ${roles.jobs} as the owner of the schema graphile_worker.`,
      fix: `As an administrator of the server, run this in the database ${database}, then start again:\n${changeOwners(me, roles.jobs)}`,
    });
  }
}

/** Changes the owner of everything. Sequences and types that belong to a table follow it. */
const changeOwners = (me: string, jobs: string) => `do $$
declare change text;
begin
  for change in
    with wanted (schema, name) as (values ('app', ${pg.escapeLiteral(me)}), ('unsigned', ${pg.escapeLiteral(me)}),
      ('graphile_worker', ${pg.escapeLiteral(jobs)})),
    spaces as (select n.oid, w.name, n.nspname from pg_namespace n join wanted w on w.schema = n.nspname)
    select format('alter schema %I owner to %I', nspname, name) from spaces
    union all select format('alter %s %s owner to %I',
        case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, c.oid::regclass, s.name)
      from pg_class c join spaces s on s.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
    union all select format('alter routine %s owner to %I', p.oid::regprocedure, s.name)
      from pg_proc p join spaces s on s.oid = p.pronamespace
    union all select format('alter type %s owner to %I', y.oid::regtype, s.name)
      from pg_type y join spaces s on s.oid = y.typnamespace
      where y.typtype in ('e', 'd') or (y.typtype = 'c' and (select relkind from pg_class where oid = y.typrelid) = 'c')
    union all select format('alter table public.logbook_migrations owner to %I', ${pg.escapeLiteral(me)})
      where to_regclass('public.logbook_migrations') is not null
  loop
    execute change;
  end loop;
end $$;`;
