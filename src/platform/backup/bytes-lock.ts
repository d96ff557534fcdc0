// While a backup runs, the bytes of files that it contains must not be deleted, though their rows may be. The backup
// holds this lock exclusively; each job that deletes bytes shares it. Rows are deleted without delay.
import type pg from 'pg';
import * as t from '../database/columns.ts';
import { query, statement } from '../database/statement.ts';
import type { Job } from '../jobs/worker.ts';

// Any number that no other lock uses.
const lockKey = 7_263_005;

const tryExclusiveSql = statement({
  text: 'select pg_try_advisory_lock($1) as locked',
  row: { locked: t.bool },
});
const tryShareSql = statement({
  text: 'select pg_try_advisory_lock_shared($1) as locked',
  row: { locked: t.bool },
});
const unlockSql = statement({ text: 'select pg_advisory_unlock($1) as held', row: { held: t.bool } });
const unshareSql = statement({
  text: 'select pg_advisory_unlock_shared($1)::text as done',
  row: { done: t.text },
});

/**
 * Runs work while no stored bytes are deleted and no other backup runs. `onWait` is called if another backup has to end
 * first. Rejects if the connection was lost in the meantime, because the bytes may have been deleted by then. After an
 * error, the caller must close the connection, which may still be busy; that also ends the lock.
 */
export async function keepingBytes<T>(
  owner: pg.Client,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const [tried] = await query(owner, tryExclusiveSql, [lockKey]);
  if (!tried!.locked) {
    onWait();
    await owner.query('select pg_advisory_lock($1)', [lockKey]);
  }
  const result = await work();
  const [unlocked] = await query(owner, unlockSql, [lockKey]);
  if (!unlocked!.held) throw new Error('The lock of the backup was lost.');
  return result;
}

/** Runs work that deletes bytes, unless a backup runs. Returns whether it ran. */
async function unlessBackup(jobs: pg.Pool, work: () => Promise<void>): Promise<boolean> {
  const client = await jobs.connect();
  let broken: Error | undefined;
  try {
    const [tried] = await query(client, tryShareSql, [lockKey]);
    if (!tried!.locked) return false;
    try {
      await work();
    } finally {
      await query(client, unshareSql, [lockKey]).catch((error: Error) => (broken = error));
    }
    return true;
  } finally {
    client.release(broken);
  }
}

const postponeSql = statement({
  text: `select app.enqueue($1, $2, null, now() + interval '1 minute')`,
});

/** Makes the jobs that delete bytes wait for a running backup. A scheduled job skips that run instead. */
export function afterBackups(pool: pg.Pool, jobs: Job[]): Job[] {
  return jobs.map((job) => {
    if (!job.deletesBytes) return job;
    return {
      ...job,
      async run(payload, signal) {
        const ran = await unlessBackup(pool, () => job.run(payload, signal));
        if (!ran && job.every === undefined)
          await query(pool, postponeSql, [job.name, JSON.stringify(payload)]);
      },
    };
  });
}
