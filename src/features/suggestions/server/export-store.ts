// The viewer's rows for the data export.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Tx } from '#platform/database/transaction.ts';
import { suggestionSources } from '../constants.ts';

const allSuggestionsSql = statement({
  text: `select id, user_id, source, source_id, at, content, emoji, group_name, reason, url,
      created_at, settled_at, check_in_id
    from suggestions where user_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
  row: {
    ...{ id: t.uuid, user_id: t.uuid, source: t.oneOf(suggestionSources), source_id: t.text },
    ...{ at: t.timestamptz, content: t.text, emoji: t.nullable(t.text), group_name: t.nullable(t.text) },
    ...{ reason: t.nullable(t.text), url: t.nullable(t.text), created_at: t.timestamptz },
    ...{ settled_at: t.nullable(t.timestamptz), check_in_id: t.nullable(t.uuid) },
  },
});

export function allSuggestions(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allSuggestionsSql>[]> {
  return tx.query(allSuggestionsSql, [userId, after, limit]);
}

const allFilesSql = statement({
  text: `select f.id, f.user_id, f.suggestion_id, f.position, f.file_name, f.file_path, f.view_path, f.file_type,
      f.file_size, f.view_size, f.mime_type, f.preview, encode(f.sha256, 'hex') as sha256, f.created_at,
      s.at as suggested_at
    from suggestion_files f join suggestions s on s.id = f.suggestion_id
    where f.user_id = $1 and ($2::uuid is null or f.id > $2) order by f.id limit $3`,
  row: {
    ...{ id: t.uuid, user_id: t.uuid, suggestion_id: t.uuid, position: t.int, file_name: t.text },
    ...{ file_path: t.text, view_path: t.nullable(t.text), file_type: t.text, file_size: t.bigint },
    ...{ view_size: t.bigint, mime_type: t.text, preview: t.text, sha256: t.text },
    ...{ created_at: t.timestamptz, suggested_at: t.timestamptz },
  },
});

export function allFiles(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allFilesSql>[]> {
  return tx.query(allFilesSql, [userId, after, limit]);
}

const allSettledSql = statement({
  text: `select user_id, encode(hash, 'hex') as sha256, settled_at from settled_suggestions
    where user_id = $1 and ($2::text is null or hash > decode($2, 'hex')) order by hash limit $3`,
  row: { user_id: t.uuid, sha256: t.text, settled_at: t.timestamptz },
});

export function allSettled(
  tx: Tx,
  userId: string,
  after: string | null,
  limit: number,
): Promise<RowIn<typeof allSettledSql>[]> {
  return tx.query(allSettledSql, [userId, after, limit]);
}
