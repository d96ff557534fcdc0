import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { goalJobs } from './jobs.ts';
import { goalsTable } from './operations/export-goals.ts';
import { goalRoutes } from './routes.ts';

export const goals = {
  routes: goalRoutes,
  jobs: goalJobs,
  liveKinds,
  exports: { tables: { goals: goalsTable } },
} satisfies ServerFeature;
