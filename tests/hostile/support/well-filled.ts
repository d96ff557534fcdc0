// A user whose data makes every read as expensive as it gets: years of entries, shoutouts, a team, a public page.
import pg from 'pg';
import type { Program } from '../../support/program.ts';

const statementsFor = (mark: string) => [
  'update users set email_verified_at = now() where id = $1',
  `update profiles set slug = '${mark}', is_public = true where user_id = $1`,
  `insert into check_ins (id, user_id, content, search_text, emoji, created_at, recorded_at, changed_at)
   select uuidv7(age), $1, w.content, ' ' || w.content || ' ', '🎯', now() + age, now() + age, now() + age
   from generate_series(1, 2000) n, lateral (select make_interval(hours => -1 * n) as age) a,
        lateral (select string_agg(md5(n::text || i), ' ') || ' #tag' || n % 40 as content from generate_series(1, 12) i) w`,
  `insert into tag_counts (user_id, tag, entries)
   select c.user_id, tag, count(*) from check_ins c, app.tags_of(c.search_text) tag where c.user_id = $1 group by c.user_id, tag`,
  `insert into goals (id, user_id, text, cadence, period_start, position)
   select gen_random_uuid(), $1, 'A goal to reach', 'weekly', date_trunc('week', now())::date, n from generate_series(1, 40) n`,
  `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
     reference_email, reference_position, status, verified_at, expires_at, content_sha256, statement)
   select gen_random_uuid(), $1, 'Project ' || n, repeat('What it was about. ', 8), repeat('What was done. ', 12),
     'Grace Hopper', 'grace@example.com', 'Rear Admiral', 'verified', now() - n * interval '1 day', now(), sha256('\\x00'),
     'A joy to work with.' from generate_series(1, 53) n`,
  `with partner as (
     insert into users (id, email, email_verified_at)
     values (gen_random_uuid(), 'partner-${mark}@example.com', now()) returning id, email)
   insert into shoutouts (id, sender_id, recipient_email, message, held, created_at)
   select uuidv7(age), case when n % 2 = 0 then partner.id else $1 end,
          case when n % 2 = 0 then (select email from users where id = $1) else partner.email end,
          repeat('Thank you for the review, it saved the release. ', 4) || n, false, now() + age
   from partner, generate_series(1, 400) n, lateral (select make_interval(hours => -n) as age) a`,
  `with people as (
     insert into users (id, email, email_verified_at)
     select gen_random_uuid(), 'member' || n || '-${mark}@example.com', now() from generate_series(1, 25) n returning id),
   named as (
     insert into profiles (user_id, full_name, email) select id, 'Member ' || id, id || '@example.com' from people),
   shared as (
     insert into check_ins (id, user_id, content, search_text, created_at, recorded_at, changed_at, shared_with_manager, manager_email)
     select uuidv7(age), p.id, repeat('Shipped the next part of it. ', 8), ' shipped ', now() + age, now() + age, now() + age, true,
            (select email from users where id = $1)
     from people p, generate_series(1, 40) n, lateral (select make_interval(hours => -5 * n) as age) a)
   insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at)
   select gen_random_uuid(), $1, id, 'accepted', $1, now() - interval '10 years' from people`,
];

export type WellFilled = {
  slug: string;
  userId: string;
  checkInIds: string[];
  goalIds: string[];
  vouchIds: string[];
  memberIds: string[];
};

async function asOwner<T>(program: Program, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(await program.database('postgres'));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Publishes the page and its vouches again, which a flood of changes may have ended. */
export async function republish(program: Program, { userId, slug }: WellFilled): Promise<void> {
  const sql = 'update profiles set slug = $2, is_public = true where user_id = $1';
  await asOwner(program, async (owner) => {
    await owner.query(sql, [userId, slug]);
    await owner.query('update vouches set deleted_at = null where user_id = $1', [userId]);
  });
}

/** Adds the data to a user who has signed up. `mark`: the slug, and part of other addresses. */
export function fillWell(program: Program, email: string, mark: string): Promise<WellFilled> {
  return asOwner(program, async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select id from users where email = $1', [email]);
    const userId = rows[0]!.id;
    await owner.query('begin; set local session_replication_role = replica');
    for (const statement of statementsFor(mark)) await owner.query(statement, [userId]);
    await owner.query('commit; analyze');
    const idsOf = async (sql: string) =>
      (await owner.query<{ id: string }>(`${sql} limit 400`, [userId])).rows.map(({ id }) => id);
    return {
      slug: mark,
      userId,
      checkInIds: await idsOf('select id from check_ins where user_id = $1'),
      goalIds: await idsOf('select id from goals where user_id = $1'),
      vouchIds: await idsOf('select id from vouches where user_id = $1'),
      memberIds: await idsOf('select employee_id as id from team_relationships where manager_id = $1'),
    };
  });
}
