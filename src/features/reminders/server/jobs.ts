import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import type { PostPublic } from '#platform/http/post-public.ts';
import type { Job } from '#platform/jobs/worker.ts';
import type { RenewMail } from '#platform/mail/jobs.ts';
import type { Mailer } from '#platform/mail/mailer.ts';
import type { Kind } from '../contract.ts';
import { isStillWanted } from './due-store.ts';
import { ReminderLinks } from './operations/reminder-links.ts';
import { sendPush, type PushMessage } from './operations/send-push.ts';
import { mailKinds, sendDue, sendNow, type ReplyAddressOf } from './operations/send-reminder.ts';

type Parts = {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'https' | 'mailFrom'>;
  appSecret: string;
  mailer: Mailer;
  postPublic: PostPublic;
  replyAddressOf: ReplyAddressOf;
  log: FastifyBaseLogger;
};

export function reminderJobs(parts: Parts): Job[] {
  const { pool, config, appSecret, mailer, postPublic, replyAddressOf, log } = parts;
  const { appUrl } = config;
  const links = new ReminderLinks(appUrl, appSecret);
  const sending = { pool, appUrl, mailer, links, replyAddressOf, log };
  const contact = config.https ? appUrl : `mailto:${config.mailFrom.address}`;
  return [
    { name: 'remind', every: '* * * * *', run: () => sendDue(sending) },
    {
      name: 'remind-now',
      async run(payload) {
        const { user_id: userId, kind } = payload as { user_id: string; kind: Kind };
        await sendNow(sending, userId, kind);
      },
    },
    {
      name: 'send-push',
      isRemote: true,
      run: (payload) => sendPush({ pool, appSecret, contact, postPublic, log }, payload as PushMessage),
    },
  ];
}

/** An email that waited is not sent after its user has turned it off, or when it is too late. */
export function reminderRenewals({ pool }: { pool: pg.Pool }): Record<string, RenewMail> {
  const renew: RenewMail = async (id) => ((await isStillWanted(pool, id)) ? 'as posted' : null);
  return { [mailKinds.question]: renew, [mailKinds.nudge]: renew };
}
