import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import type { Job } from '../jobs/worker.ts';
import type { RenewMail } from '../mail/jobs.ts';
import type { OwnFile, Source } from './own-data.ts';

type RenewalParts = { pool: pg.Pool; config: Config; appSecret: string };

/**
 * What a feature adds to the server. Each takes what it needs from the parts that src/app provides. A feature checks its
 * own with `satisfies ServerFeature`.
 */
export type ServerFeature<RouteParts = never, JobParts = never> = {
  /** Binds its operations and pages. */
  routes?: (server: FastifyInstance, parts: RouteParts) => void | Promise<void>;
  jobs?: (parts: JobParts) => Job[];
  /** Writes the text of its emails when they are sent, by the kind of email. */
  renewals?: (parts: RenewalParts) => Record<string, RenewMail>;
  /** Kinds of live events that pages receive. */
  liveKinds?: readonly string[];
  /** Personal data, for the export. */
  exports?: {
    /** By table name in the archive. */
    tables?: Record<string, Source<object>>;
    files?: readonly Source<OwnFile>[];
  };
};
