import type pg from 'pg';
import type { Person } from './instance.ts';

/** Makes the user the manager of these users, who share every second entry. To be called in a transaction without triggers. */
export async function connect(owner: pg.Client, manager: Person, members: readonly string[]): Promise<void> {
  await owner.query('update users set email_verified_at = now() where id = any ($1)', [
    [manager.id, ...members],
  ]);
  await owner.query(
    `update check_ins c set shared_with_manager = true, manager_email = $2
     from (select id, row_number() over (partition by user_id order by id) as n from check_ins
           where user_id = any ($1)) one
     where one.id = c.id and one.n % 2 = 0`,
    [members, manager.email],
  );
  await owner.query(
    `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at)
     select gen_random_uuid(), $2, id, 'accepted', $2, now() - interval '20 years' from unnest($1::uuid[]) id`,
    [members, manager.id],
  );
}
