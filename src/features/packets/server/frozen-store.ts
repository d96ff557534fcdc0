// What publishing freezes of the tables of other features: the viewer's rows with these ids, in the packet's period.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import type { Span } from './material-store.ts';

const entriesSql = statement({
  text: `select c.id, c.content as text, encode(sha256(convert_to(c.content, 'UTF8')), 'hex') as sha256,
           c.emoji, c.created_at as at, c.recorded_at, c.edited_at,
           -- Entries edited before their edits were counted count once.
           case when c.edited_at is null then 0 else greatest(c.edits, 1) end as edits,
           case when c.file_count = 0 then '[]' else (
             select coalesce(jsonb_agg(jsonb_build_object(
               'id', f.id, 'name', f.file_name, 'size', f.file_size, 'type', f.mime_type, 'sha256', encode(f.sha256, 'hex'))
               order by f.position, f.created_at, f.id), '[]')
             from log_files f where f.check_in_id = c.id) end as files
    from check_ins c
    where c.id = any ($1::uuid[]) and c.deleted_at is null and c.created_at >= $2 and c.created_at < $3`,
  row: {
    ...{ id: t.uuid, text: t.text, sha256: t.text, emoji: t.nullable(t.text), at: t.timestamptz },
    ...{ recorded_at: t.timestamptz, edited_at: t.nullable(t.timestamptz), edits: t.int },
    files: t.jsonb<{ id: string; name: string; size: number; type: string; sha256: string }[]>(),
  },
});
type EntryToFreeze = RowIn<typeof entriesSql>;

export function entriesToFreeze(
  tx: Reader,
  ids: readonly string[],
  { from, to }: Span,
): Promise<EntryToFreeze[]> {
  return tx.query(entriesSql, [ids, from, to]);
}

const goalsSql = statement({
  text: `select id, text, encode(sha256(convert_to(text, 'UTF8')), 'hex') as sha256, created_at as set_at,
           coalesce(completed_at, created_at) as completed_at
    from goals
    where id = any ($1::uuid[]) and deleted_at is null and completed_at >= $2 and completed_at < $3`,
  row: { id: t.uuid, text: t.text, sha256: t.text, set_at: t.timestamptz, completed_at: t.timestamptz },
});
type GoalToFreeze = RowIn<typeof goalsSql>;

export function goalsToFreeze(
  tx: Reader,
  ids: readonly string[],
  { from, to }: Span,
): Promise<GoalToFreeze[]> {
  return tx.query(goalsSql, [ids, from, to]);
}

// Row-level security shows those that the viewer received and their senders' verification released (R-M4).
const shoutoutsSql = statement({
  text: `select s.id, s.message as text, encode(sha256(convert_to(s.message, 'UTF8')), 'hex') as sha256,
           nullif(n.full_name, '') as name, s.created_at as at
    from shoutouts s left join app.sender_names(array(
      select distinct sender_id from shoutouts where id = any ($1::uuid[]))) n on n.user_id = s.sender_id
    where s.id = any ($1::uuid[]) and s.sender_id is distinct from (select app.viewer())
      and s.created_at >= $2 and s.created_at < $3`,
  row: { id: t.uuid, text: t.text, sha256: t.text, name: t.nullable(t.text), at: t.timestamptz },
});
export type ShoutoutToFreeze = RowIn<typeof shoutoutsSql>;

export function shoutoutsToFreeze(
  tx: Reader,
  ids: readonly string[],
  { from, to }: Span,
): Promise<ShoutoutToFreeze[]> {
  return tx.query(shoutoutsSql, [ids, from, to]);
}

const vouchesSql = statement({
  text: `select id, project_name || E'\\n\\n' || project_context || E'\\n\\n' || individual_contribution as text,
           encode(sha256(convert_to(project_name || E'\\n\\n' || project_context || E'\\n\\n' || individual_contribution,
             'UTF8')), 'hex') as sha256,
           reference_name as name, coalesce(confirmed_position, reference_position) as position, statement,
           coalesce(verified_at, created_at) as verified_at, coalesce(encode(content_sha256, 'hex'), '') as vouch_sha256
    from vouches
    where id = any ($1::uuid[]) and deleted_at is null and status = 'verified'
      and verified_at >= $2 and verified_at < $3`,
  row: {
    ...{ id: t.uuid, text: t.text, sha256: t.text, name: t.text, position: t.text },
    ...{ statement: t.nullable(t.text), verified_at: t.timestamptz, vouch_sha256: t.text },
  },
});
export type VouchToFreeze = RowIn<typeof vouchesSql>;

export function vouchesToFreeze(
  tx: Reader,
  ids: readonly string[],
  { from, to }: Span,
): Promise<VouchToFreeze[]> {
  return tx.query(vouchesSql, [ids, from, to]);
}
