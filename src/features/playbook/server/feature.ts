import type { ServerFeature } from '#platform/features/server-feature.ts';
import { playbookJobs } from './jobs.ts';
import { playbookRoutes } from './routes.ts';

export const playbook = {
  routes: playbookRoutes,
  jobs: playbookJobs,
} satisfies ServerFeature;
