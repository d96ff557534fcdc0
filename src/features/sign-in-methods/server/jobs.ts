import type pg from 'pg';
import { query, statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { methodsResetTask, tellReset, type MailParts } from './operations/tell-user.ts';

const sweepSql = statement({ text: 'delete from spent_challenges where expires_at < now()' });
const sweepDevicesSql = statement({ text: 'delete from remembered_devices where expires_at < now()' });

/** Challenges and remembered browsers that have expired are deleted: they are refused without that. */
export function methodJobs({ pool, ...mail }: MailParts & { pool: pg.Pool }): Job[] {
  return [
    { name: methodsResetTask, run: (payload) => transact(pool, null, (tx) => tellReset(tx, mail, payload)) },
    {
      name: 'sweep-challenges',
      every: '23 * * * *',
      async run() {
        await query(pool, sweepSql);
        await query(pool, sweepDevicesSql);
      },
    },
  ];
}
