// The table of contents of the background jobs.
import { accountJobs } from '#features/accounts/server/jobs.ts';
import { checkInJobs } from '#features/check-ins/server/jobs.ts';
import type { Database } from '#platform/database/open.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Job } from '#platform/jobs/worker.ts';

export function allJobs(database: Database, files: FileStore): Job[] {
  return [...accountJobs(database.jobs), ...checkInJobs(database.jobs, files)];
}
