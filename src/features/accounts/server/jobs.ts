import type pg from 'pg';
import { query, statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import { sweepAttempts } from '#platform/http/attempts.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { sendRecovery } from './operations/recover.ts';
import type { MailParts } from './operations/verify.ts';

type Parts = MailParts & {
  pool: pg.Pool;
  files: FileStore;
  /** Buckets that store files under their owner's id. */
  buckets: readonly string[];
};

export function accountJobs({ pool, files, buckets, ...mail }: Parts): Job[] {
  return [
    {
      name: 'send-recovery',
      run: (payload) =>
        transact(pool, null, (tx) => sendRecovery(tx, mail, (payload as { email: string }).email)),
    },
    {
      name: 'remove-files',
      deletesBytes: true,
      run: (payload) => removeFiles(files, buckets, (payload as { user_id: string }).user_id),
    },
    {
      name: 'sweep-sessions',
      every: '17 * * * *',
      async run() {
        await sweep(pool);
      },
    },
  ];
}

const sweeps = [
  statement({ text: 'delete from sessions where refresh_expires_at < now()' }),
  statement({ text: `delete from spent_refresh_tokens where spent_at < app.spent_tokens_kept_since()` }),
  statement({ text: `delete from verification_tokens where expires_at < now() - interval '1 day'` }),
  statement({ text: `delete from recovery_tokens where expires_at < now() - interval '1 day'` }),
  statement({ text: `delete from address_changes where expires_at < now() - interval '1 day'` }),
  statement({ text: `delete from former_mailboxes where left_at < app.former_mailboxes_kept_since()` }),
];

/** Deletes expired rows: sessions, emailed links, and attempts. */
async function sweep(pool: pg.Pool): Promise<void> {
  for (const expired of sweeps) await query(pool, expired);
  await sweepAttempts(pool);
}

const page = 500;

/** Removes the files of a deleted account (R-A12). An upload that finishes later removes its own bytes. */
async function removeFiles(files: FileStore, buckets: readonly string[], userId: string): Promise<void> {
  for (const bucket of buckets) {
    for (;;) {
      const found = await files.list(`${bucket}/${userId}/`, undefined, page);
      for (const { key } of found) await files.remove(key);
      if (found.length < page) break;
    }
  }
}
