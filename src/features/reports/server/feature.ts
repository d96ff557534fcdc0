import type { ServerFeature } from '#platform/features/server-feature.ts';
import { reportRoutes } from './routes.ts';

export const reports = {
  routes: reportRoutes,
} satisfies ServerFeature;
