// What a reference confirmed, for what is made of it.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';

const confirmedSql = statement({
  text: `select v.project_name, v.project_context, v.individual_contribution, v.reference_name,
      coalesce(v.confirmed_position, v.reference_position) as reference_position, v.reference_department, v.statement,
      coalesce(v.verified_at, v.created_at) as verified_at, case when v.names_domain then substring(v.reference_email from '[^@]*$') end as domain,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'name', f.file_name, 'size', f.file_size, 'sha256', encode(f.sha256, 'hex')) order by f.created_at, f.id), '[]')
        from vouch_files f where f.vouch_id = v.id and f.deleted_at is null) as files
    from vouches v where v.id = $1 and v.status = 'verified' and v.deleted_at is null`,
  row: {
    ...{ project_name: t.text, project_context: t.text, individual_contribution: t.text },
    ...{ reference_name: t.text, reference_position: t.text, reference_department: t.nullable(t.text) },
    ...{ statement: t.nullable(t.text), verified_at: t.timestamptz, domain: t.nullable(t.text) },
    files: t.jsonb<{ name: string; size: number; sha256: string }[]>(),
  },
});
type Confirmed = RowIn<typeof confirmedSql>;

const verifiedIdsSql = statement({
  text: `select id from vouches v where v.user_id = $1 and v.status = 'verified' and v.deleted_at is null
    and ($2::uuid is null or v.id > $2) order by v.id limit $3`,
  row: { id: t.uuid },
});

/** The ids of the viewer's verified vouches, in order. */
export async function verifiedVouches(
  tx: Reader,
  userId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query(verifiedIdsSql, [userId, after, limit]);
  return rows.map(({ id }) => id);
}

/** A verified vouch of the viewer as its reference confirmed it. `domain`: of the mailbox, if its holder agreed (R-P1). */
export async function confirmedVouch(tx: Reader, id: string): Promise<Confirmed | undefined> {
  const rows = await tx.query(confirmedSql, [id]);
  return rows[0];
}

const publicIdSql = statement({
  text: 'select app.own_public_vouch($1) as id',
  row: { id: t.nullable(t.uuid) },
});

/** The id under which visitors see a vouch of the viewer. Null unless their public page shows it. */
export async function publicIdOf(tx: Reader, id: string): Promise<string | null> {
  const rows = await tx.query(publicIdSql, [id]);
  return rows[0]?.id ?? null;
}
