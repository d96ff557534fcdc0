import { bucket } from '#features/check-ins/contract.ts';
import type { UserStorage } from '#platform/backup/named-file.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';

const storedFilesSql = statement({
  text: `select $1 || '/' || file_path as key, file_size as size, encode(sha256, 'hex') as sha256 from suggestion_files
    union all
    select $1 || '/' || view_path, view_size, null from suggestion_files where view_path is not null`,
  row: { key: t.text, size: t.nullable(t.bigint), sha256: t.nullable(t.text) },
});

/** Files of suggestions are in the bucket of entries' files, so that accepting one moves no bytes. */
export const storage: UserStorage = { bucket, named: (owner) => query(owner, storedFilesSql, [bucket]) };
