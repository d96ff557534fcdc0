// All SQL on suggestions and on what was settled. Row-level security limits every statement to the viewer's rows.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { topCursor, type Cursor } from '#platform/http/paging.ts';
import { suggestionSources } from '../constants.ts';
import type { Suggestion, SuggestionFile } from '../contract.ts';
import type { DecidedSuggestion } from '../rules.ts';

const suggestion = {
  id: t.uuid,
  source: t.oneOf(suggestionSources),
  source_id: t.text,
  at: t.timestamptz,
  content: t.text,
  emoji: t.nullable(t.text),
  group: t.nullable(t.text),
  reason: t.nullable(t.text),
  url: t.nullable(t.text),
  files: t.jsonb<SuggestionFile[]>(),
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<Suggestion>;

const columns = `id, source, source_id, at, content, emoji, group_name as "group", reason, url,
  coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.file_name, 'size', f.file_size)
      order by f.position, f.id)
    from suggestion_files f where f.suggestion_id = suggestions.id), '[]') as files, created_at`;

const lockSuggestionsSql = statement({
  text: `select pg_advisory_xact_lock(hashtextextended('suggestions of ' || app.viewer()::text, 0))`,
});

/** No other transaction of the viewer adds suggestions until this one ends. */
export async function lockSuggestions(tx: Tx): Promise<void> {
  await tx.query(lockSuggestionsSql);
}

const countOpenSql = statement({
  text: 'select count(*)::int as count from suggestions where user_id = $1 and settled_at is null',
  row: { count: t.int },
});

export async function countOpen(tx: Tx, userId: string): Promise<number> {
  const rows = await tx.query(countOpenSql, [userId]);
  return rows[0]!.count;
}

const knownHashesSql = statement({
  text: `select encode(h.hash, 'hex') as hash
    from (select decode(unnest($2::text[]), 'hex') as hash) h
    where exists (select from suggestions s where s.user_id = $1 and s.hash = h.hash)
      or exists (select from settled_suggestions s where s.user_id = $1 and s.hash = h.hash)`,
  row: { hash: t.text },
});

/** Those of the hashes whose suggestions wait, or were accepted or dismissed. */
export async function knownHashes(tx: Reader, userId: string, hashes: readonly string[]): Promise<string[]> {
  const rows = await tx.query(knownHashesSql, [userId, hashes]);
  return rows.map(({ hash }) => hash);
}

export type NewRow = DecidedSuggestion & { id: string };

const insertSuggestionsSql = statement({
  text: `insert into suggestions (id, user_id, source, source_id, hash, at, content, emoji, group_name, reason, url)
    select n.id, $1, n.source, n.source_id, decode(n.hash, 'hex'), n.at, n.content, n.emoji, n."group", n.reason, n.url
    from jsonb_to_recordset($2) as n(id uuid, source text, source_id text, hash text, at timestamptz, content text,
      emoji text, "group" text, reason text, url text)
    on conflict do nothing returning id`,
  row: { id: t.uuid },
});

/** Inserts suggestions, except those whose source and id are taken. Returns the ids of the new rows. */
export async function insertSuggestions(tx: Tx, userId: string, rows: readonly NewRow[]): Promise<string[]> {
  const added = await tx.query(insertSuggestionsSql, [userId, JSON.stringify(rows)]);
  return added.map(({ id }) => id);
}

export type Filters = {
  source: string | null;
  group: string | null;
  from: string | null;
  to: string | null;
};

const matches = `user_id = (select app.viewer()) and settled_at is null
  and ($1::text is null or source = $1) and ($2::text is null or group_name = $2)
  and at >= $3 and at < $4`;
const filterValues = ({ source, group, from, to }: Filters) => [
  source,
  group,
  from ?? '-infinity',
  to ?? 'infinity',
];

const suggestionPageSql = statement({
  text: `select ${columns} from suggestions where ${matches} and (at, id) < ($5, $6)
    order by at desc, id desc limit $7`,
  row: suggestion,
});

/** The viewer's open suggestions, newest date first. */
export function suggestionPage(
  tx: Reader,
  filters: Filters,
  { before, limit }: { before: Cursor | null; limit: number },
): Promise<Suggestion[]> {
  const { at, id } = before ?? topCursor;
  return tx.query(suggestionPageSql, [...filterValues(filters), at, id, limit]);
}

const countMatchesSql = statement({
  text: `select count(*)::int as count from suggestions where ${matches}`,
  row: { count: t.int },
});

export async function countMatches(tx: Reader, filters: Filters): Promise<number> {
  const rows = await tx.query(countMatchesSql, filterValues(filters));
  return rows[0]!.count;
}

const lockByIdSql = statement({
  text: `select ${columns}, encode(hash, 'hex') as hash, settled_at, check_in_id
    from suggestions where id = any ($1::uuid[]) order by id for update`,
  row: {
    ...suggestion,
    hash: t.text,
    settled_at: t.nullable(t.timestamptz),
    check_in_id: t.nullable(t.uuid),
  },
});
export type LockedSuggestion = RowIn<typeof lockByIdSql>;

/** The viewer's suggestions with these ids, settled or not, locked until the transaction ends. */
export function lockById(tx: Tx, ids: readonly string[]): Promise<LockedSuggestion[]> {
  return tx.query(lockByIdSql, [ids]);
}

const acceptedTogetherSql = statement({
  text: `select id from suggestions
    where check_in_id in (select s.check_in_id from suggestions s where s.id = any ($1::uuid[]))`,
  row: { id: t.uuid },
});

/** The suggestions that were merged into an entry with one of these, including those. */
export async function acceptedTogether(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query(acceptedTogetherSql, [ids]);
  return rows.map(({ id }) => id);
}

const settleRowsSql = statement({
  text: `with rows as (
      update suggestions set settled_at = now(), check_in_id = $2
      where id = any ($1::uuid[]) and settled_at is null returning user_id, hash)
    insert into settled_suggestions (user_id, hash) select user_id, hash from rows
    on conflict do nothing`,
});

/** Marks locked suggestions as accepted with an entry, or as dismissed. */
export async function settleRows(tx: Tx, ids: readonly string[], checkInId: string | null): Promise<void> {
  await tx.query(settleRowsSql, [ids, checkInId]);
}

const reopenRowsSql = statement({
  text: `with rows as (
      update suggestions set settled_at = null, check_in_id = null
      where id = any ($1::uuid[]) returning user_id, hash)
    delete from settled_suggestions s using rows where s.user_id = rows.user_id and s.hash = rows.hash`,
});

/** Undoes `settleRows`. */
export async function reopenRows(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(reopenRowsSql, [ids]);
}

const settleHashesSql = statement({
  text: `insert into settled_suggestions (user_id, hash)
    select $1, decode(unnest($2::text[]), 'hex') on conflict do nothing`,
});

/** Remembers suggestions that only the browser had. */
export async function settleHashes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.query(settleHashesSql, [userId, hashes]);
}

const unsettleHashesSql = statement({
  text: `delete from settled_suggestions s
    where s.user_id = $1 and s.hash = any (select decode(unnest($2::text[]), 'hex'))
      and not exists (select from suggestions o where o.user_id = $1 and o.hash = s.hash)`,
});

/** Undoes `settleHashes`. */
export async function unsettleHashes(tx: Tx, userId: string, hashes: readonly string[]): Promise<void> {
  await tx.query(unsettleHashesSql, [userId, hashes]);
}
