// Fills the tables like years of use: inserted directly by the owner, with triggers off, then analyzed.
import type pg from 'pg';
import { searchText } from '#features/check-ins/search-rules.ts';

/** Every other user has as many entries as one user writes in years. */
const entriesEach = 10_000;

// From half a dozen words to a short paragraph.
const contents = Array.from({ length: 8 }, (_, n) => 'Shipped the next part of the thing. '.repeat(1 + n));

// 3.3 entries a day, the newest from now.
const entries = `
  insert into check_ins (id, user_id, content, search_text, emoji, created_at, recorded_at, changed_at, file_count)
  select uuidv7(age), p.id, ($3::text[])[1 + n % 8], ($4::text[])[1 + n % 8],
         (array['💼', '📊', '🎯', '🚀', null])[1 + n % 5], now() + age, now() + age, now() + age, (n % 10 = 0)::int
  from unnest($1::uuid[]) p (id), generate_series(1, $2::int) n,
       lateral (select make_interval(mins => -435 * n - 60) as age) a`;

const tags = `
  insert into tag_counts (user_id, tag, entries)
  select c.user_id, tag, count(*) from check_ins c, app.tags_of(c.search_text) tag
  where c.user_id = any ($1) and c.search_text like '% #_%' group by c.user_id, tag`;

const files = `
  insert into log_files (id, user_id, check_in_id, file_name, file_path, file_type, file_size, mime_type, preview, sha256)
  select gen_random_uuid(), c.user_id, c.id, 'plan.pdf', c.user_id || '/' || c.id, 'application', 1000, 'application/pdf', 'pdf',
         sha256(uuid_send(c.id))
  from check_ins c where c.user_id = any ($1) and c.file_count = 1`;

/** Inserts `most` entries in total: 10,000 of the given user, the rest of others. */
export async function seed(owner: pg.Client, personId: string, most: number): Promise<void> {
  const others = Math.max(0, Math.round(most / entriesEach) - 1);
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  const { rows } = await owner.query<{ id: string }>(
    `insert into users (id, email)
     select gen_random_uuid(), 'seeded' || n || '@example.com' from generate_series(1, $1::int) n
     returning id`,
    [others],
  );
  const people = [personId, ...rows.map((row) => row.id)];
  await owner.query(entries, [people, entriesEach, contents, contents.map(searchText)]);
  await owner.query(tags, [people]);
  await owner.query('select app.keep_dates(id) from unnest($1::uuid[]) id', [people]);
  await owner.query(files, [people]);
  await owner.query('commit');
  await owner.query('vacuum analyze check_ins');
  await owner.query('vacuum analyze entry_dates');
  await owner.query('vacuum analyze log_files');
  await owner.query('checkpoint');
}

/** Creates a table of the same shape and content without triggers and policies, for the bare insert. */
export async function makeBareTable(owner: pg.Client): Promise<void> {
  await owner.query('create table bench_check_ins (like check_ins including defaults including indexes)');
  // The bare insert writes no search text.
  await owner.query('alter table bench_check_ins alter column search_text drop not null');
  await owner.query('insert into bench_check_ins select * from check_ins');
  await owner.query('vacuum analyze bench_check_ins');
}

/** Inserts `count` entries of one user, five hours apart, the newest an hour ago, cycling through the texts. */
export async function writeEntries(
  owner: pg.Client,
  personId: string,
  texts: readonly string[],
  count: number,
): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    `insert into check_ins (id, user_id, content, search_text, emoji, created_at, recorded_at, changed_at)
     select uuidv7(age), $1, ($2::text[])[1 + n % cardinality($2::text[])], ($4::text[])[1 + n % cardinality($4::text[])],
            (array['💼', '📊', '🎯', '🚀', null])[1 + n % 5], now() + age, now() + age, now() + age
     from generate_series(0, $3::int - 1) n,
          lateral (select make_interval(hours => -5 * n - 1) as age) a`,
    [personId, texts, count, texts.map(searchText)],
  );
  await owner.query('select app.keep_dates($1)', [personId]);
  await owner.query('commit');
  await owner.query('vacuum analyze check_ins');
}
