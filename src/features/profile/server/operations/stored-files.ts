import type { UserStorage } from '#platform/backup/named-file.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import { bucket } from '../../contract.ts';
import { photoPath } from '../../rules.ts';

/** Photos in the storage have this address, followed by the user's id. Others are links. */
const photos = photoPath('').slice(0, -1);

const storedFilesSql = statement({
  text: `select $1 || '/' || user_id || '/' || substr(avatar_url, length($2 || user_id || '/') + 1) as key,
      null::bigint as size, null as sha256
    from profiles where starts_with(avatar_url, $2 || user_id || '/')`,
  row: { key: t.text, size: t.nullable(t.bigint), sha256: t.nullable(t.text) },
});

export const storage: UserStorage = {
  bucket,
  named: (owner) => query(owner, storedFilesSql, [bucket, photos]),
};
