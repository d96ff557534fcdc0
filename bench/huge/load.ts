// Fills a database like three years of use by many users: entries of all users mixed in the order in which they were
// written, because that decides how many blocks a page of one user's entries is spread over.
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { searchText } from '#features/check-ins/search-rules.ts';
import type { Instance, Person } from '../instance.ts';

export type Named = {
  /** Has 8,000 entries, in any size of database. */
  reader: Person;
  /** Starts without entries. */
  writer: Person;
  /** Sees the shared entries of ten members, who have 200 entries each. */
  manager: Person;
  /** Of the manager's team. */
  member: Person;
  /** Has 50,000 entries in a large database. */
  heavy: Person;
};

const readerEntries = 8_000;
const [members, memberEntries] = [10, 200];
/** The entries of the named users and the team, without any other user. */
export const fewestEntries = readerEntries + members * memberEntries;
/** The average of a user in the crowd. */
const entriesEach = 1_000;
/** With indexes, and the log that PostgreSQL keeps while it loads. */
const bytesPerEntry = 1_100;
const slices = 100;

const say = (line: string) => console.log(`  ${line}`);

/** Throws if the disk of `folder` has no room for this many entries. */
export async function checkRoom(folder: string, entries: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, entries * bytesPerEntry + 2e9];
  if (free < needed)
    throw new Error(
      `${entries.toLocaleString('en')} entries need about ${gb(needed)} GB under ${folder}, and ${gb(free)} GB are free. ` +
        'Free some space, choose another folder with TMPDIR, or load fewer with --entries=1000000.',
    );
}

const gb = (bytes: number) => (bytes / 1e9).toFixed(1);

/** Signs up the named users and loads `entries` in total; `fewestEntries` means that there are no other users. */
export async function load(instance: Instance, entries: number): Promise<Named> {
  const named = await namedBy((name) => instance.signUpSettled(name));
  await instance.asOwner((owner) => loadAll(owner, named, entries));
  return named;
}

/** Signs in the named users of an instance that was loaded before. */
export function namedOf(instance: Instance): Promise<Named> {
  return namedBy((name) => instance.signIn(name));
}

async function namedBy(make: (name: string) => Promise<Person>): Promise<Named> {
  return {
    reader: await make('reader'),
    writer: await make('writer'),
    manager: await make('manager'),
    member: await make('member'),
    heavy: await make('heavy'),
  };
}

async function loadAll(owner: pg.Client, named: Named, entries: number): Promise<void> {
  const large = entries > 100_000;
  await owner.query("alter system set max_wal_size = '4GB'");
  await owner.query('select pg_reload_conf()');
  for (const setting of [
    'session_replication_role = replica',
    'synchronous_commit = off',
    "work_mem = '256MB'",
    `maintenance_work_mem = '${large ? 1024 : 64}MB'`,
    'jit = off',
  ])
    await owner.query(`set ${setting}`);
  await owner.query('select setseed(0.5)');
  await writePeople(owner, named, Math.max(0, Math.round((entries - fewestEntries) / entriesEach)));
  // An index that is built afterwards takes a fraction of the time.
  const indexes = await dropIndexes(owner, ['check_ins', 'log_files']);
  await writeEntries(owner, entries);
  await writeFiles(owner);
  for (const [at, definition] of indexes.entries()) {
    if (large) say(`index ${at + 1} of ${indexes.length}: ${/INDEX (\w+)/.exec(definition)?.[1]}`);
    await owner.query(definition);
  }
  await writeRest(owner);
  await owner.query('alter system reset max_wal_size');
  await owner.query('select pg_reload_conf()');
  if (large) say('vacuum and analyze');
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
}

/**
 * One in a thousand has 50 times the average, one in a hundred 10 times, one in ten 3 times. Every 40th user is the
 * manager of the next eight. One in ten has a public page.
 */
async function writePeople(owner: pg.Client, named: Named, crowd: number): Promise<void> {
  const { reader, writer, manager, member, heavy } = named;
  await owner.query(
    'create temp table people (n int, id uuid primary key, email text, entries int, manager_email text)',
  );
  const entriesOf = [
    [reader, readerEntries, null],
    [writer, 0, null],
    [manager, 0, null],
    [member, memberEntries, manager.email],
    [heavy, Math.min(50_000, crowd * 20), null],
  ] as const;
  for (const [n, [{ id, email }, count, managerEmail]] of entriesOf.entries())
    await owner.query('insert into people values ($1, $2, $3, $4, $5)', [
      -1 - n,
      id,
      email,
      count,
      managerEmail,
    ]);
  await owner.query(
    `insert into people select -10 - n, gen_random_uuid(), 'team' || n || '@example.com', $2, $3
     from generate_series(2, $1::int) n`,
    [members, memberEntries, manager.email],
  );
  await owner.query(
    `insert into people
     select n, gen_random_uuid(), 'seeded' || n || '@example.com',
       ($2 * case when n % 1000 = 1 then 50 when n % 100 = 2 then 10 when n % 10 = 3 then 3 else 0.6188 end)::int,
       case when n % 40 between 1 and 8 then 'seeded' || n / 40 * 40 || '@example.com' end
     from generate_series(40, $1::int + 39) n`,
    [crowd, entriesEach],
  );
  await owner.query('analyze people');
  await owner.query(
    `insert into users (id, email, email_verified_at)
     select id, email, now() - interval '3 years' from people on conflict (id) do update
     set email_verified_at = excluded.email_verified_at`,
  );
  await owner.query(
    `insert into profiles (user_id, full_name, email, is_new, slug, is_public, allows_search)
     select id, 'Person ' || abs(n), email, false, case when n % 10 = 5 then 'person-' || n end, n % 10 = 5, n % 20 = 5
     from people on conflict do nothing`,
  );
  await owner.query(
    `insert into sessions (id, user_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at)
     select gen_random_uuid(), id, sha256(uuid_send(id) || int4send(d)), now() + interval '1 hour',
       sha256(uuid_send(id) || int4send(-d)), now() + interval '30 days'
     from people, generate_series(1, 2) d where n > 0`,
  );
  await owner.query(
    `insert into team_relationships (id, manager_id, employee_id, status, requested_by, accepted_at)
     select gen_random_uuid(), m.id, p.id, 'accepted', m.id, now() - interval '4 years'
     from people p join people m on m.email = p.manager_email`,
  );
}

async function dropIndexes(owner: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await owner.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** One to four lines of the sample log each: 30 to 600 characters. */
function texts(): string[] {
  const lines = readFileSync(join(import.meta.dirname, '../../scripts/seed/sample.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { content: string }).content);
  return Array.from({ length: 96 }, (_, n) =>
    Array.from({ length: 1 + (n % 4) }, (__, part) => lines[(n * 7 + part * 13) % lines.length]).join(' '),
  );
}

async function writeEntries(owner: pg.Client, entries: number): Promise<void> {
  const contents = texts();
  const started = performance.now();
  for (let slice = 0; slice < slices; slice++) {
    await owner.query(
      `with written as materialized (
         select p.id as user_id, p.manager_email, now() - interval '3 years' * (1 - ($3 + random()) / ${slices}) as at,
           random() as a, random() as b, 1 + floor(random() * cardinality($1::text[]))::int as text
         from people p, generate_series(p.entries * $3::bigint / ${slices}, p.entries * ($3::bigint + 1) / ${slices} - 1)
         order by at)
       insert into check_ins (id, user_id, kind, content, search_text, emoji, created_at, recorded_at, changed_at, edited_at,
         deleted_at, file_count, shared_with_manager, manager_email)
       select uuidv7(at - now()), user_id, case when a < 0.03 then 'goal' else 'entry' end, ($1::text[])[text],
         ($2::text[])[text], (array['💼', '📊', '🎯', '🚀', null, null, null])[1 + floor(b * 7)::int], at, at, at,
         case when b < 0.05 then at end,
         case when at > now() - interval '25 days' and a > 0.98 then least(now(), at + interval '1 hour') end,
         (b > 0.95)::int, manager_email is not null and a < 0.5, case when a < 0.5 then manager_email end
       from written`,
      [contents, contents.map(searchText), slice],
    );
    const share = (slice + 1) / slices;
    if (entries > 100_000 && (slice + 1) % 5 === 0)
      say(
        `${Math.round(entries * share).toLocaleString('en')} entries, ${Math.round((performance.now() - started) / 1000)} s`,
      );
  }
  // The same as the triggers would count: the texts repeat, so that each is split only once per user.
  await owner.query(
    `insert into tag_counts (user_id, tag, entries)
     select user_id, tag, sum(entries)
     from (select user_id, search_text, count(*) as entries from check_ins
           where deleted_at is null and search_text like '% #_%' group by 1, 2) written, app.tags_of(search_text) tag
     group by 1, 2`,
  );
}

async function writeFiles(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into log_files
       (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256, created_at)
     select uuidv7(created_at - now()), user_id, id, 'plan.pdf', user_id || '/' || id, 'application', 300000,
       'application/pdf', 'pdf', sha256(uuid_send(id)), created_at
     from check_ins where file_count > 0`,
  );
}

/** Per user of the crowd: 20 goals, 20 shoutouts, 2 vouches, 10 sent emails. */
async function writeRest(owner: pg.Client): Promise<void> {
  await owner.query('select app.keep_dates(id) from people');
  await owner.query(
    `insert into goals (id, user_id, text, cadence, period_start, position, created_at, changed_at, completed_at)
     select uuidv7(at - now()), p.id, 'Finish the next part of the plan, and write down what is left.',
       case when g % 2 = 0 then 'weekly' end, case when g % 2 = 0 then date_trunc('week', at)::date end, g, at, at,
       case when g > 5 then at + interval '5 days' end
     from people p, generate_series(1, 20) g, lateral (select now() - make_interval(days => g * 50) as at) a`,
  );
  await owner.query(
    `insert into shoutouts (id, sender_id, recipient_email, message, held, created_at)
     select uuidv7(at - now()), p.id, r.email, 'Thank you for the review, it saved the release.', false, at
     from people p, generate_series(1, 20) s,
       lateral (select now() - make_interval(days => s * 50, mins => abs(p.n) % 1000) as at) a,
       lateral (select email from people r where r.n = p.n + s) r`,
  );
  await owner.query(
    `insert into vouches (id, user_id, project_name, project_context, individual_contribution, reference_name,
       reference_email, reference_position, status, verified_at, expires_at, content_sha256)
     select gen_random_uuid(), p.id, 'Project ' || v, repeat('What it was about. ', 8), repeat('What was done. ', 12),
       'Grace Hopper', 'grace@example.com', 'Rear Admiral', case when v = 1 then 'verified' else 'pending' end,
       case when v = 1 then now() - interval '10 days' end, now(), case when v = 1 then '\\x00'::bytea end
     from people p, generate_series(1, 2) v`,
  );
  await owner.query(
    `insert into mails (id, from_user, recipient, kind, asked, subject, from_name, message_id, state, attempts,
       created_at, queued_at, sent_at)
     select id, user_id, 'someone@example.com', 'snapshot', false, 'A check-in', 'Logbook', id || '@example.com', 'sent', 1,
       at, at, at
     from (select gen_random_uuid() as id, p.id as user_id, now() - make_interval(days => m * 2) as at
           from people p, generate_series(1, 10) m) sent`,
  );
}
