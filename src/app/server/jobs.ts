// Assembles the background jobs of all features.
import type { FastifyBaseLogger } from 'fastify';
import { accountJobs } from '#features/accounts/server/jobs.ts';
import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import { billingJobs } from '#features/billing/server/jobs.ts';
import { checkInJobs } from '#features/check-ins/server/jobs.ts';
import { managerMailKind } from '#features/sharing/server/mails.tsx';
import { renewManagerMail } from '#features/sharing/server/operations/renew-manager-mail.ts';
import { goalJobs } from '#features/goals/server/jobs.ts';
import { playbookJobs } from '#features/playbook/server/jobs.ts';
import { profileJobs } from '#features/profile/server/jobs.ts';
import { resumeJobs } from '#features/resume/server/jobs.ts';
import { shoutoutMailKind } from '#features/shoutouts/server/mails.tsx';
import { renewShoutoutMail } from '#features/shoutouts/server/operations/renew-shoutout-mail.ts';
import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import { teamJobs } from '#features/teams/server/jobs.ts';
import { invitationMailKind } from '#features/teams/server/mails.tsx';
import { InvitationLinks } from '#features/teams/server/operations/invitation-links.ts';
import { renewInvitationMail } from '#features/teams/server/operations/renew-invitation-mail.ts';
import { vouchJobs } from '#features/vouches/server/jobs.ts';
import { requestMailKind, vouchMailKind } from '#features/vouches/server/mails.tsx';
import { renewVouchMail } from '#features/vouches/server/operations/renew-vouch-mail.ts';
import { renewRequestMail } from '#features/vouches/server/operations/request-verification.ts';
import { VouchLinks } from '#features/vouches/server/operations/vouch-links.ts';
import { afterBackups } from '#platform/backup/bytes-lock.ts';
import { backupJobs } from '#platform/backup/daily.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connections } from '#platform/database/open.ts';
import type { FileStore } from '#platform/files/store.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { mailJobs } from '#platform/mail/jobs.ts';
import { Mailer } from '#platform/mail/mailer.ts';
import type { Transport } from '#platform/mail/transport.ts';
import { buckets } from './storage.ts';
import { storedFiles } from './stored-files.ts';

type Parts = {
  config: Config;
  appSecret: string;
  /** Of the product. */
  version: string;
  database: Connections;
  files: FileStore;
  /** Undefined without an SMTP server. */
  transport: Transport | undefined;
  log: FastifyBaseLogger;
};

export function allJobs({ config, appSecret, version, database, files, transport, log }: Parts): Job[] {
  const pool = database.jobs;
  const mailer = new Mailer(config, appSecret);
  const renewals = {
    [managerMailKind]: renewManagerMail({ pool, config, links: new SnapshotLinks(config.appUrl, appSecret) }),
    [shoutoutMailKind]: renewShoutoutMail({ pool, config, proofs: new AddressProofs(appSecret) }),
    [invitationMailKind]: renewInvitationMail({
      ...{ pool, config, links: new InvitationLinks(config.appUrl, appSecret) },
    }),
    [vouchMailKind]: renewVouchMail({ pool, links: new VouchLinks(config.appUrl, appSecret) }),
    [requestMailKind]: renewRequestMail({ pool, config }),
  };
  const jobs = [
    ...accountJobs({ pool, files, buckets, config, mailer }),
    ...billingJobs(pool),
    ...checkInJobs({ pool, files, log }),
    ...goalJobs(pool),
    ...playbookJobs({ pool, config, appSecret, mailer }),
    ...profileJobs(pool, files),
    ...resumeJobs(pool, files),
    ...teamJobs(pool),
    ...vouchJobs({ pool, files, config, mailer }),
    ...mailJobs({ pool, config, appSecret, mailer, renewals, transport, log }),
    ...backupJobs({
      ...{ config, appSecret, version, log },
      asOwner: (work) => database.asOwner(work),
      files: { store: files, named: storedFiles },
    }),
  ];
  return afterBackups(pool, jobs);
}
