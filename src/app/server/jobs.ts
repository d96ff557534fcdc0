// Assembles the background jobs of all features.
import type { FastifyBaseLogger } from 'fastify';
import { accountJobs } from '#features/accounts/server/jobs.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { checkInJobs } from '#features/check-ins/server/jobs.ts';
import { managerMailKind } from '#features/check-ins/server/mails.tsx';
import { renewManagerMail } from '#features/check-ins/server/operations/renew-manager-mail.ts';
import { goalJobs } from '#features/goals/server/jobs.ts';
import { profileJobs } from '#features/profile/server/jobs.ts';
import { resumeJobs } from '#features/resume/server/jobs.ts';
import { shoutoutMailKind } from '#features/shoutouts/server/mails.tsx';
import { renewShoutoutMail } from '#features/shoutouts/server/operations/renew-shoutout-mail.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { vouchJobs } from '#features/vouches/server/jobs.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connections } from '#platform/database/open.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { mailJobs } from '#platform/mail/jobs.ts';
import { Mailer } from '#platform/mail/mailer.ts';
import type { Transport } from '#platform/mail/transport.ts';
import { buckets } from './storage.ts';

type Parts = {
  config: Config;
  appSecret: string;
  database: Connections;
  files: FileStore;
  /** Undefined without an SMTP server. */
  transport: Transport | undefined;
  log: FastifyBaseLogger;
};

export function allJobs({ config, appSecret, database, files, transport, log }: Parts): Job[] {
  const pool = database.jobs;
  const mailer = new Mailer(config, appSecret);
  const renewals = {
    [managerMailKind]: renewManagerMail({ pool, config, links: new SnapshotLinks(config.appUrl, appSecret) }),
    [shoutoutMailKind]: renewShoutoutMail({ pool, config, proofs: new AddressProofs(appSecret) }),
  };
  return [
    ...accountJobs({ pool, files, buckets, config, mailer }),
    ...checkInJobs(pool, files),
    ...goalJobs(pool),
    ...profileJobs(pool, files),
    ...resumeJobs(pool, files),
    ...vouchJobs({ pool, files, config, mailer }),
    ...mailJobs({ pool, config, appSecret, mailer, renewals, transport, log }),
  ];
}
