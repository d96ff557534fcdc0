// A file storage belongs to one database: bytes without a row are deleted, so a second database, such as a new and empty
// one, would delete the files of the first. A small object names the database that owns the storage.
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '../config/startup-error.ts';
import type { Job } from '../jobs/worker.ts';
import { withStaged } from './staged.ts';
import type { FileStore } from './store.ts';

/** Outside of all buckets, so that no sweep finds it. */
const markKey = 'logbook-database';
const maxBytes = 1000;

/** Whether a key is that of the mark, and not of a file. */
export const isOwnerMark = (key: string): boolean => key === markKey;

/** The id of the database that owns the storage. Undefined if it has no owner yet. */
export async function ownerOf(files: FileStore): Promise<string | undefined> {
  const bytes = await files.read(markKey);
  return bytes && (await text(bytes));
}

/** Marks the storage as owned by a database. Throws StartupError if another one owns it. */
export async function claimFiles(files: FileStore, database: string): Promise<void> {
  const owner = await ownerOf(files);
  if (owner === database) return;
  if (owner !== undefined) throw otherOwner();
  await withStaged(files, async (stage) => {
    await files.put(await stage(Readable.from([Buffer.from(database)]), maxBytes), markKey);
  });
}

/** Leaves the storage without an owner. The next start claims it. */
export function disclaimFiles(files: FileStore): Promise<void> {
  return files.remove(markKey);
}

/**
 * Makes the jobs that delete bytes claim the storage first, because startup continues while the storage is unreachable.
 */
export function afterClaim(jobs: Job[], claim: () => Promise<void>): Job[] {
  let claimed = false;
  return jobs.map((job) => {
    if (!job.deletesBytes) return job;
    return {
      ...job,
      async run(payload, signal) {
        if (!claimed) await claim();
        claimed = true;
        await job.run(payload, signal);
      },
    };
  });
}

function otherOwner(): StartupError {
  return new StartupError({
    what: 'The file storage belongs to another database.',
    why: 'Logbook deletes files that its database does not know. With this database, it would delete those of the other one.',
    fix: `Check DATABASE_URL, DATA_DIR and S3_BUCKET. For a new instance, choose an empty folder or bucket. If this database should own the files from now on, delete the object ${markKey} (on disk: DATA_DIR/files/${markKey}) and start again.`,
  });
}
