// Generates src/platform/database/schema.ts: the types of the migrated schema. With `--check` it only reports whether
// the file is up to date.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../src/platform/config/config.ts';
import { startEmbedded } from '../src/platform/database/embedded/start-embedded.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import { migrateWorker } from '../src/platform/jobs/worker.ts';

const file = 'src/platform/database/schema.ts';
const dataDir = mkdtempSync(join(tmpdir(), 'logbook-types-'));
// When this runs as root, the database runs as another user. If that user could not enter the folder, the database would
// be created in, and left behind in, another one.
chmodSync(dataDir, 0o711);
const quiet = () => undefined;

const config = readConfig({ DATA_DIR: dataDir });
const database = await openDatabase({
  config,
  appSecret: 'only for this run',
  migrations: 'migrations',
  say: quiet,
  onLost: quiet,
});
await migrateWorker(database.jobs);
await database.close();

const server = await startEmbedded({ dataDir, say: quiet });
const target = process.argv.includes('--check') ? join(dataDir, 'schema.ts') : file;
try {
  execFileSync(
    'node_modules/.bin/kysely-codegen',
    [
      ['--dialect', 'postgres'],
      [
        '--url',
        `postgres://${server.user}@/logbook?host=${encodeURIComponent(server.host)}&port=${server.port}`,
      ],
      ['--out-file', target],
      ['--default-schema', 'public'],
      ['--include-pattern', 'public.*'],
      ['--exclude-pattern', '*logbook_migrations'],
      // Timestamps and dates stay strings, and bigint counts fit into a number (src/platform/database/pools.ts).
      ['--type-mapping', '{"timestamptz":"string","date":"string","int8":"number"}'],
    ].flat(),
    { stdio: 'inherit' },
  );
} finally {
  await server.stop();
}
const fresh = readFileSync(target, 'utf8') === readFileSync(file, 'utf8');
rmSync(dataDir, { recursive: true, force: true });
if (!fresh) {
  process.stderr.write(`${file} is out of date: run npm run types\n`);
  process.exitCode = 1;
}
