// All SQL of public logbooks: functions that return public data only (R-F8).
import * as t from '#platform/database/columns.ts';
import { statement, type RowIn } from '#platform/database/statement.ts';
import type { Reader } from '#platform/database/transaction.ts';
import { limits } from '../constants.ts';

/** A file in the page. Its key is part of its address, and does not reveal its id. */
export type PublicFile = {
  key: string;
  file_name: string;
  /** Bytes. */
  file_size: number;
  preview: 'image' | 'video' | 'pdf' | 'none';
};

export type PublicVouch = {
  /** The only id of a vouch that visitors see. */
  public_id: string;
  project_name: string;
  project_context: string;
  individual_contribution: string;
  reference_name: string;
  /** As the reference confirmed it. */
  reference_position: string;
  reference_department: string | null;
  /** The sentence that the reference added. */
  statement: string | null;
  /** An ISO instant with its offset. */
  verified_at: string;
  files: PublicFile[];
};

export type PublicResume = Omit<PublicFile, 'preview'> & { mime_type: string };

const publicLogbookRow = {
  user_id: t.uuid,
  slug: t.text,
  full_name: t.text,
  avatar_url: t.nullable(t.text),
  time_zone: t.nullable(t.text),
  allows_search: t.bool,
  resume: t.nullable(t.jsonb<PublicResume>()),
  vouches: t.jsonb<PublicVouch[]>(),
  /** All verified vouches, on all pages. */
  vouch_count: t.bigint,
};
const publicLogbookSql = statement({
  name: 'public_logbook',
  text: `select ${t.list(publicLogbookRow)} from app.public_logbook($1, $2, $3)`,
  row: publicLogbookRow,
});
export type PublicLogbook = RowIn<typeof publicLogbookSql>;

/**
 * The public logbook at a link, with one page of its vouches, counted from 1. Undefined: unknown or private. If its
 * slug differs from the requested one, it has moved there (R-F6).
 */
export async function publicLogbook(tx: Reader, slug: string, page = 1): Promise<PublicLogbook | undefined> {
  const rows = await tx.query(publicLogbookSql, [slug, (page - 1) * limits.vouches, limits.vouches]);
  return rows[0];
}

const publicFileRow = {
  bucket: t.oneOf(['resumes', 'vouch-files', 'profile-photos']),
  file_name: t.text,
  file_path: t.text,
  view_path: t.nullable(t.text),
  mime_type: t.text,
  preview: t.oneOf(['image', 'video', 'pdf', 'none']),
  sha256: t.nullable(t.bytes),
};
const publicFileSql = statement({
  name: 'public_file',
  text: `select ${t.list(publicFileRow)} from app.public_file($1, $2)`,
  row: publicFileRow,
});
type StoredPublicFile = RowIn<typeof publicFileSql>;

/** A file that the public logbook at this link shows now. */
export async function publicFile(
  tx: Reader,
  slug: string,
  key: string,
): Promise<StoredPublicFile | undefined> {
  const rows = await tx.query(publicFileSql, [slug, key]);
  return rows[0];
}
