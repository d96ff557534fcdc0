import type { ServerFeature } from '#platform/features/server-feature.ts';
import { connectedAppJobs } from './jobs.ts';
import { connectedAppsTable } from './operations/export-apps.ts';
import { connectedAppRoutes } from './routes.ts';

export const connectedApps = {
  routes: connectedAppRoutes,
  jobs: connectedAppJobs,
  exports: { tables: { connected_apps: connectedAppsTable } },
} satisfies ServerFeature;
