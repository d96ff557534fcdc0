import type pg from 'pg';
import { migrationsIn } from '../database/migrate.ts';
import { StartupError } from '../config/startup-error.ts';
import { refuseUnfinishedRestore } from '../database/unfinished-restore.ts';
import { pendingJobs } from './jobs.ts';
import type { JobLine, Manifest } from './manifest.ts';
import type { NamedFile } from './named-file.ts';
import { readSequences, readTables, sizeOfTables, type Table } from './tables.ts';

/** What an archive has besides the rows and the bytes. */
export type Snapshot = Pick<Manifest, 'migrations' | 'sequences'> & {
  tables: Table[];
  jobs: JobLine[];
  files: NamedFile[];
  /** An upper limit for the size of the archive. */
  estimatedBytes: number;
};

type ReadNamed = (owner: pg.ClientBase) => Promise<NamedFile[]>;

/** The most that a file has whose row does not say its size: such files are small pictures. */
const unknownBytes = 256 * 1024;

/** Reads what belongs to the transaction's snapshot. It asks only the database, which ends a transaction that pauses. */
export async function readSnapshot(owner: pg.Client, readNamed: ReadNamed | undefined): Promise<Snapshot> {
  await refuseUnfinishedRestore(owner);
  const tables = await readTables(owner);
  if (tables.length === 0) {
    throw new StartupError({
      what: 'This database contains no Logbook.',
      why: 'It has none of its tables, so there is nothing to back up.',
      fix: 'Check DATA_DIR or DATABASE_URL: they must be those of the running instance.',
    });
  }
  const named = readNamed ? await readNamed(owner) : [];
  let estimatedBytes = await sizeOfTables(owner, tables);
  for (const { size } of named) estimatedBytes += size ?? unknownBytes;
  return {
    tables,
    migrations: await migrationsIn(owner),
    sequences: await readSequences(owner),
    jobs: await pendingJobs(owner),
    files: named,
    estimatedBytes,
  };
}
