// Emails the tips (R-K2), and deletes sign-ups that were not confirmed, have ended, or whose mailbox has unsubscribed.
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { query, statement } from '#platform/database/statement.ts';
import { transact } from '#platform/database/transaction.ts';
import type { Job } from '#platform/jobs/worker.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import { askToConfirm } from './operations/request-tips.ts';
import { sendNextTip } from './operations/send-tips.ts';
import { TipsLinks } from './operations/tips-links.ts';

type Parts = {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'instanceName'>;
  appSecret: string;
  mailer: Mailer;
};

export function playbookJobs({ pool, config, appSecret, mailer }: Parts): Job[] {
  const links = new TipsLinks(config.appUrl, appSecret);
  const parts = { mailer, links, ...config };
  return [
    {
      name: 'confirm-tips',
      run: (payload) =>
        transact(pool, null, (tx) => askToConfirm(tx, parts, (payload as { email: string }).email)),
    },
    {
      name: 'send-tips',
      every: '22 * * * *',
      async run() {
        // One transaction each, so that none is long.
        while (await transact(pool, null, (tx) => sendNextTip(tx, parts)));
      },
    },
    {
      name: 'sweep-tips',
      every: '32 * * * *',
      async run() {
        for (const ended of sweeps) await query(pool, ended);
      },
    },
  ];
}

const sweeps = [
  statement({ text: 'delete from tips_signups where ends_at < now()' }),
  statement({ text: 'delete from tips_signups where app.is_mail_refused(address)' }),
];
