// Expires unanswered vouches, purges deleted ones, removes bytes without a row, and emails answers and requests.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import * as t from '#platform/database/columns.ts';
import { query, statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import type { FileStore } from '#platform/files/store.ts';
import { removeJob, sweepBucket, sweepCutoff } from '#platform/files/sweep.ts';
import { inBatches } from '#platform/jobs/in-batches.ts';
import type { Job } from '#platform/jobs/worker.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { bucket } from '../contract.ts';
import { reportAnswer } from './operations/answer-vouch.ts';
import { relayRequest } from './operations/request-verification.ts';

type Parts = { pool: pg.Pool; files: FileStore; config: Config; mailer: Mailer };

export function vouchJobs({ pool, files, ...mail }: Parts): Job[] {
  return [
    {
      name: 'report-vouch-answer',
      run: (payload) => transact(pool, null, (tx) => reportAnswer(tx, mail, (payload as { id: string }).id)),
    },
    {
      name: 'relay-verification-request',
      run: (payload) => transact(pool, null, (tx) => relayRequest(tx, mail, (payload as { id: string }).id)),
    },
    {
      name: 'expire-vouches',
      every: '2 * * * *',
      async run() {
        await expireVouches(pool);
      },
    },
    {
      name: 'purge-vouches',
      every: '12 * * * *',
      async run() {
        await purgeVouches(pool);
        await purgeVouchFiles(pool);
      },
    },
    removeJob('remove-vouch-files', files, bucket, (paths) => namedPaths(pool, paths)),
    {
      name: 'sweep-vouch-files',
      deletesBytes: true,
      every: '27 * * * *',
      async run() {
        await sweepVouchFiles(pool, files, new Date());
      },
    },
  ];
}

/** Rows that one statement changes. */
const batchSize = 500;

const expireSql = statement({
  text: 'select id from app.expire_vouches($1) as id',
  row: { id: t.uuid },
});

/** Marks vouches whose link has expired. Returns how many. */
export function expireVouches(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, expireSql, [batchSize]);
}

const purgeSql = statement({
  text: `delete from vouches where id in
      (select id from vouches where deleted_at < app.vouches_kept_since() limit 500)
    returning id`,
  row: { id: t.uuid },
});

/** Deletes vouches whose deletion can no longer be undone in any page. Returns how many. */
export function purgeVouches(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeSql);
}

const purgeFilesSql = statement({
  text: `delete from vouch_files where id in
      (select id from vouch_files where deleted_at < app.vouches_kept_since() limit 500)
    returning id`,
  row: { id: t.uuid },
});

/** Deletes removed files whose removal can no longer be undone in any page. Returns how many. */
export function purgeVouchFiles(jobs: pg.Pool): Promise<number> {
  return inBatches(jobs, purgeFilesSql);
}

/** Deletes objects that no row names. Returns how many. */
export function sweepVouchFiles(jobs: pg.Pool, files: FileStore, now: Date): Promise<number> {
  return sweepBucket(files, bucket, sweepCutoff(now), (paths) => namedPaths(jobs, paths));
}

const namedPathsSql = statement({
  text: `select file_path as path from vouch_files where file_path = any ($1)
    union all
    select view_path from vouch_files where view_path = any ($1)`,
  row: { path: t.text },
});

async function namedPaths(jobs: pg.Pool, paths: string[]): Promise<string[]> {
  const rows = await query(jobs, namedPathsSql, [paths]);
  return rows.map((row) => row.path);
}
