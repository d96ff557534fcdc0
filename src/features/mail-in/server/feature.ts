import type { ServerFeature } from '#platform/features/server-feature.ts';
import { mailInJobs } from './jobs.ts';
import { exportMailAddress } from './operations/export-mail.ts';
import { mailInRoutes } from './routes.ts';

export const mailIn = {
  routes: mailInRoutes,
  jobs: mailInJobs,
  exports: { tables: { mail_addresses: exportMailAddress } },
} satisfies ServerFeature;
