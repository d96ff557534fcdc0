// All SQL on resumes. Row-level security limits every statement to the viewer's row.
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader, Tx } from '#platform/database/transaction.ts';
import { mimeTypes } from '../constants.ts';
import type { Resume } from '../contract.ts';

const resume = {
  id: t.uuid,
  user_id: t.uuid,
  file_name: t.text,
  file_path: t.text,
  file_size: t.bigint,
  mime_type: t.oneOf(mimeTypes),
  created_at: t.timestamptz,
} satisfies t.ColumnsOf<Resume>;
const columns = t.list(resume);

const shownResumeSql = statement({
  name: 'shown_resume',
  text: `select ${columns} from resumes where user_id = app.viewer() and deleted_at is null`,
  row: resume,
});

/** The viewer's résumé, unless it is deleted. */
export async function shownResume(tx: Reader): Promise<Resume | undefined> {
  const rows = await tx.query(shownResumeSql);
  return rows[0];
}

const resumeByIdSql = statement({
  text: `select ${columns} from resumes where id = $1 and deleted_at is null`,
  row: resume,
});

export async function resumeById(tx: Tx, id: string): Promise<Resume | undefined> {
  const rows = await tx.query(resumeByIdSql, [id]);
  return rows[0];
}

const storedResumeSql = statement({
  text: `select ${columns}, sha256, deleted_at from resumes where user_id = app.viewer()`,
  row: { ...resume, sha256: t.bytes, deleted_at: t.nullable(t.timestamptz) },
});

/** The viewer's résumé, deleted or not, with the hash of its content. */
export async function storedResume(tx: Tx): Promise<RowIn<typeof storedResumeSql> | undefined> {
  const rows = await tx.query(storedResumeSql);
  return rows[0];
}

const setDeletedSql = statement({
  text: `update resumes set deleted_at = case when $2 then coalesce(deleted_at, now()) end where id = $1
    returning ${columns}`,
  row: resume,
});

/** Deletes the résumé, or restores it. Undefined if it does not exist, or no longer exists. */
export async function setDeleted(tx: Tx, id: string, deleted: boolean): Promise<Resume | undefined> {
  const rows = await tx.query(setDeletedSql, [id, deleted]);
  return rows[0];
}

export type NewResume = Omit<Resume, 'created_at'> & { sha256: Buffer };

const removeResumeSql = statement({ text: 'delete from resumes where user_id = app.viewer()' });
// Inserts nothing for an account that was deleted since the transaction began.
const insertResumeSql = statement({
  text: `insert into resumes (id, user_id, file_name, file_path, file_size, mime_type, sha256)
    select $1, u.id, $3, $4, $5, $6, $7 from users u where u.id = $2
    returning ${columns}`,
  row: resume,
});

/**
 * Replaces the viewer's résumé; a job added in the transaction deletes the bytes of the old one. Requires the lock of
 * `lockStoredBytes`. Undefined if the account no longer exists.
 */
export async function replaceResume(tx: Tx, next: NewResume): Promise<Resume | undefined> {
  await tx.query(removeResumeSql);
  const rows = await tx.query(insertResumeSql, [
    ...[next.id, next.user_id, next.file_name, next.file_path],
    ...[next.file_size, next.mime_type, next.sha256],
  ]);
  return rows[0];
}

const { file_name, file_path, mime_type } = resume;
const served = { ...{ file_name, file_path, mime_type }, sha256: t.bytes };
const resumeForViewerSql = statement({
  name: 'resume_for',
  text: `select ${t.list(served)} from app.resume_for($1, $2, $3)`,
  row: served,
});

/** The résumé of a signed URL, checked against the current permissions of its viewer. */
export async function resumeForViewer(
  tx: Tx,
  viewer: string,
  id: string,
): Promise<RowIn<typeof resumeForViewerSql> | undefined> {
  const rows = await tx.query(resumeForViewerSql, [viewer, id, tx.sign('resume_for', viewer, id)]);
  return rows[0];
}
