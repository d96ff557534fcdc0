// Writes previous.sql.gz: the database of this version with the rows of rows.sql, as pg_dump sees it. Run it when a
// version is released: from then on, upgrade.test.ts brings that version's data to the newer ones.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { schemaFiles } from '#app/server/schema.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/open.ts';
import { asAdmin, startOtherPostgres } from '../support/other-postgres.ts';

const at = (name: string) => join(import.meta.dirname, name);
const server = await startOtherPostgres();
try {
  await asAdmin(server, 'create database previous');
  const url = server.admin.replace(/\/postgres$/, '/previous');
  const database = await openDatabase({
    config: readConfig({ DATABASE_URL: url }),
    appSecret: 'only for this run',
    schema: schemaFiles,
    say: () => undefined,
    onLost: () => undefined,
  });
  await database.close();
  await asAdmin(server, readFileSync(at('rows.sql'), 'utf8'), 'previous');
  // Without an owner: the role that restores it becomes the owner. As inserts, because the test has no psql.
  const dump = execFileSync('pg_dump', ['--no-owner', '--inserts', url], { encoding: 'utf8' });
  // Newer releases of pg_dump add commands of psql.
  const sql = dump.replace(/^\\(?:un)?restrict .*\n/gm, '');
  writeFileSync(at('previous.sql.gz'), gzipSync(sql, { level: 9 }));
} finally {
  await server.stop();
}
