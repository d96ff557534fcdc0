// What the proof of a public vouch is made of.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';

const proofRow = {
  ...{ user_id: t.uuid, slug: t.text, allows_search: t.bool, full_name: t.text },
  credential_json: t.nullable(t.text),
  ...{ project_name: t.text, project_context: t.text, individual_contribution: t.text },
  ...{ reference_name: t.text, reference_position: t.text, reference_department: t.nullable(t.text) },
  ...{ statement: t.nullable(t.text), verified_at: t.timestamptz, domain: t.nullable(t.text) },
  files: t.jsonb<{ name: string; size: number; sha256: string }[]>(),
};
const proofSql = statement({
  name: 'public_proof',
  text: `select ${t.list(proofRow)} from app.public_proof($1)`,
  row: proofRow,
});
export type PublicProof = RowIn<typeof proofSql>;

/** By the id that public pages show. Undefined if no public page shows the vouch now. */
export async function publicProof(tx: Reader, id: string): Promise<PublicProof | undefined> {
  const rows = await tx.query(proofSql, [id]);
  return rows[0];
}
