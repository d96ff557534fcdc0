import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { billingJobs } from './jobs.ts';
import { billingTables } from './operations/export-billing.ts';
import { billingRoutes } from './routes.ts';

export const billing = {
  routes: billingRoutes,
  jobs: billingJobs,
  liveKinds,
  exports: { tables: billingTables },
} satisfies ServerFeature;
