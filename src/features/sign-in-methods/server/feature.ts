import type { ServerFeature } from '#platform/features/server-feature.ts';
import { methodJobs } from './jobs.ts';
import { methodTables } from './operations/export-methods.ts';
import { methodRoutes } from './routes.ts';

export const signInMethods = {
  routes: methodRoutes,
  jobs: methodJobs,
  exports: { tables: methodTables },
} satisfies ServerFeature;
