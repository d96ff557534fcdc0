import type { UserStorage } from '#platform/backup/named-file.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import { bucket } from '../../contract.ts';

const storedFilesSql = statement({
  text: `select $1 || '/' || file_path as key, file_size as size, encode(sha256, 'hex') as sha256 from vouch_files
    union all
    select $1 || '/' || view_path, view_size, null from vouch_files where view_path is not null`,
  row: { key: t.text, size: t.nullable(t.bigint), sha256: t.nullable(t.text) },
});

export const storage: UserStorage = { bucket, named: (owner) => query(owner, storedFilesSql, [bucket]) };
