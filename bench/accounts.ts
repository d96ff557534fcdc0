// Accounts that differ in everything that moves a page: names, entries, goals, badges, banners, and the Team plan.
import type pg from 'pg';
import { hashToken } from '#platform/secrets/secrets.ts';
import type { Instance, Person } from './instance.ts';
import { writeEntries } from './seed.ts';
import { connect } from './team.ts';

const names = [
  'Jo',
  'Maximiliane Wolfeschlegelsteinhausenbergerdorff-Habsburg-Lothringen of Austria',
  'عبد الرحمن بن محمد الفارسي',
  '渡辺 さくら 🌸',
  'Ada Example',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk',
  '',
];
const entryCounts = [12, 0, 2000, 1, 300];
const texts = [
  'Fixed it.',
  'Paired with Ana on the import of old logs, which now lists what it skips. '.repeat(4),
];

export type Account = {
  person: Person;
  slug: string;
  /** The id of a user who shares entries with this one. Null: there is none. */
  member: string | null;
  /** Of the link in an invitation to this user. */
  token: string;
  hasPlan: boolean;
};

/**
 * Creates the account with this number. Its traits have different odd periods, so no two of twenty accounts are the same,
 * and both even and odd numbers have each trait.
 */
export async function makeAccount(instance: Instance, number: number): Promise<Account> {
  const slug = `account-${number}`;
  const isNew = number % 9 === 4;
  const person = await (isNew ? instance.signUp(slug) : instance.signUpSettled(slug));
  const account = { person, slug, token: `invitation-${number}`, hasPlan: number % 5 < 3 };
  return instance.asOwner(async (owner) => {
    const member = await addMember(owner, number);
    const entries = entryCounts[number % entryCounts.length]!;
    if (entries > 0) await writeEntries(owner, person.id, texts, entries);
    await owner.query('begin');
    await owner.query('set local session_replication_role = replica');
    await owner.query('update profiles set full_name = $2, slug = $3, is_public = true where user_id = $1', [
      person.id,
      names[number % names.length],
      slug,
    ]);
    if (account.hasPlan) await subscribe(owner, person);
    await invite(owner, person, member, account.token);
    // The address of every third account stays unverified.
    const isVerified = number % 3 > 0;
    if (isVerified) {
      await connect(owner, person, [member]);
      await writeProof(owner, person, number);
      await askToManage(owner, person, number % 5);
    }
    await owner.query('commit');
    return { ...account, member: isVerified && account.hasPlan ? member : null };
  });
}

/** Adds another user, who has entries. */
async function addMember(owner: pg.Client, number: number): Promise<string> {
  const email = `member-of-${number}@example.com`;
  const { rows } = await owner.query<{ id: string }>(
    `insert into users (id, email, email_verified_at) values (gen_random_uuid(), $1, now()) returning id`,
    [email],
  );
  const { id } = rows[0]!;
  await owner.query('insert into profiles (user_id, full_name, email) values ($1, $2, $3)', [
    id,
    names[(number + 1) % names.length] || 'Someone',
    email,
  ]);
  await writeEntries(owner, id, texts, 40);
  return id;
}

async function subscribe(owner: pg.Client, { id }: Person): Promise<void> {
  await owner.query(
    `insert into subscriptions (id, driver, user_id, status, plan, subscription_end, ends, event_at, event_rank)
     values ('test_' || $1::text, 'test', $1::uuid, 'active', 'monthly', now() + interval '30 days', false, now(), 0)`,
    [id],
  );
}

/** The member asks the user to be their manager, by email. */
async function invite(owner: pg.Client, { email }: Person, member: string, token: string): Promise<void> {
  await owner.query(
    `insert into team_invitations (id, employee_id, manager_email, token_hash, sent_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, now(), now() + interval '7 days')`,
    [member, email, hashToken(token)],
  );
}

/** Writes vouches, a résumé, goals and shoutouts, some or many of each. */
async function writeProof(owner: pg.Client, { id, email }: Person, number: number): Promise<void> {
  await owner.query(
    `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
       reference_email, reference_position, status, verified_at, expires_at, content_sha256)
     select gen_random_uuid(), $1, 'Project ' || n, 'What it was about', 'What was done', 'Grace Hopper',
       'grace@example.com', 'Rear Admiral', case when n % 2 = 0 then 'verified' else 'pending' end,
       case when n % 2 = 0 then now() end, now() + interval '30 days', case when n % 2 = 0 then '\\x00'::bytea end
     from generate_series(1, $2::int) n`,
    [id, number % 7],
  );
  await owner.query(
    `insert into goals (id, user_id, text, position)
     select gen_random_uuid(), $1, repeat('A goal with several words ', n), n from generate_series(1, $2::int) n`,
    [id, number % 6],
  );
  await owner.query(
    `insert into shoutouts (id, sender_id, recipient_email, message, held)
     select uuidv7(), sender.id, $1::text, repeat('Thank you for the review. ', 1 + n % 9), false
     from (select id from users where email <> $1 limit 1) sender, generate_series(1, $2::int) n`,
    [email, (number % 4) * 40],
  );
  if (number % 3 === 1) {
    await owner.query(
      `insert into resumes (id, user_id, file_name, file_path, file_size, mime_type, sha256)
       select gen_random_uuid(), $1::uuid, repeat('a long name ', 9) || '.pdf', $1::uuid || '/' || gen_random_uuid(), 1000,
         'application/pdf', '\\x00'`,
      [id],
    );
  }
}

/** Other users ask the user to be their manager. */
async function askToManage(owner: pg.Client, { id }: Person, requests: number): Promise<void> {
  await owner.query(
    `with others as (
       insert into users (id, email, email_verified_at)
       select gen_random_uuid(), 'asks' || n || '-' || $1::uuid || '@example.com', now()
       from generate_series(1, $2::int) n returning id),
     named as (
       insert into profiles (user_id, full_name, email) select id, 'Someone Who Asks', id || '@example.com' from others)
     insert into team_relationships (id, manager_id, employee_id, status, requested_by)
     select gen_random_uuid(), $1::uuid, id, 'pending', id from others`,
    [id, requests],
  );
}
