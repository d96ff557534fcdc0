// Tells owners about refused messages, and forgets messages that no mail server delivers again.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transact } from '#platform/database/transaction.ts';
import type { Job } from '#platform/jobs/worker.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { limits } from '../constants.ts';
import { tellOwner, tellTask } from './operations/tell-owner.ts';
import { purgeReceived } from './store.ts';

type Parts = { pool: pg.Pool; config: Config; mailer: Mailer };

export function mailInJobs({ pool, ...mail }: Parts): Job[] {
  return [
    { name: tellTask, run: (payload) => transact(pool, null, (tx) => tellOwner(tx, mail, payload)) },
    {
      name: 'purge-received-mails',
      every: '42 3 * * *',
      async run() {
        await purgeReceived(pool, limits.daysKnown);
      },
    },
  ];
}
