// The stored files that rows name, of all features. A backup contains them.
import type pg from 'pg';
import { bucket as logFiles } from '#features/check-ins/contract.ts';
import { bucket as profilePhotos } from '#features/profile/contract.ts';
import { photoPath } from '#features/profile/rules.ts';
import { bucket as resumes } from '#features/resume/contract.ts';
import { bucket as vouchFiles } from '#features/vouches/contract.ts';
import type { NamedFile } from '#platform/backup/named-file.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';

const namedSql = statement({
  text: `select $1 || '/' || file_path as key, file_size as size, encode(sha256, 'hex') as sha256 from log_files
    union all
    select $1 || '/' || view_path, view_size, null from log_files where view_path is not null
    union all
    select $2 || '/' || file_path, file_size, encode(sha256, 'hex') from resumes
    union all
    select $3 || '/' || file_path, file_size, encode(sha256, 'hex') from vouch_files
    union all
    select $3 || '/' || view_path, view_size, null from vouch_files where view_path is not null
    union all
    select $4 || '/' || user_id || '/' || substr(avatar_url, length($5 || user_id || '/') + 1), null, null
    from profiles where starts_with(avatar_url, $5 || user_id || '/')`,
  row: { key: t.text, size: t.nullable(t.bigint), sha256: t.nullable(t.text) },
});

/** Photos in the storage have this address, followed by the user's id. Others are links. */
const photos = photoPath('').slice(0, -1);

/** What the rows say about the files, as the owner of the database. */
export function storedFiles(owner: pg.ClientBase): Promise<NamedFile[]> {
  return query(owner, namedSql, [logFiles, resumes, vouchFiles, profilePhotos, photos]);
}
