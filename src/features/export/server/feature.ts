import type { ServerFeature } from '#platform/features/server-feature.ts';
import { exportRoutes } from './routes.ts';

export const exporting = {
  routes: exportRoutes,
} satisfies ServerFeature;
