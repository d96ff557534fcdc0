// Assembles the background jobs of all features.
import type { FastifyBaseLogger } from 'fastify';
import { afterBackups } from '#platform/backup/bytes-lock.ts';
import { backupJobs } from '#platform/backup/daily.ts';
import { replyAddresses } from '#features/mail-in/server/operations/reply-address.ts';
import type { Config } from '#platform/config/config.ts';
import type { Connections } from '#platform/database/open.ts';
import type { FileStore } from '#platform/files/store.ts';
import { postPublicWith, type PostPublic } from '#platform/http/post-public.ts';
import type { Job } from '#platform/jobs/worker.ts';
import { mailJobs, type RenewMail } from '#platform/mail/jobs.ts';
import { Mailer } from '#platform/mail/mailer.ts';
import type { Transport } from '#platform/mail/transport.ts';
import { features } from './features.ts';
import { buckets, storedFiles } from './stored-files.ts';

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
  /** How requests are sent to other hosts. Default: on the internet. */
  postPublic?: PostPublic;
};

export function allJobs(given: Parts): Job[] {
  const { config, appSecret, version, database, files, transport, log } = given;
  const { postPublic = postPublicWith() } = given;
  const pool = database.jobs;
  const mailer = new Mailer(config, appSecret);
  const renewals = Object.assign(
    {},
    ...features.map((feature) => feature.renewals?.({ pool, config, appSecret })),
  ) as Record<string, RenewMail>;
  const replyAddressOf = replyAddresses(config, appSecret);
  const parts = {
    ...{ pool, config, appSecret, mailer, files, buckets, log },
    ...{ postPublic, replyAddressOf },
  };
  const jobs = [
    ...features.flatMap((feature) => feature.jobs?.(parts) ?? []),
    ...mailJobs({ pool, config, appSecret, mailer, renewals, transport, log }),
    ...backupJobs({
      ...{ config, appSecret, version, log },
      asOwner: (work) => database.asOwner(work),
      files: { store: files, named: storedFiles },
    }),
  ];
  return afterBackups(pool, jobs);
}
