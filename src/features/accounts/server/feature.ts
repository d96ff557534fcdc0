import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { accountJobs } from './jobs.ts';
import { accountTables } from './operations/export-account.ts';
import { accountRoutes } from './routes.ts';

export const accounts = {
  routes: accountRoutes,
  jobs: accountJobs,
  liveKinds,
  exports: { tables: accountTables },
} satisfies ServerFeature;
