import type { ServerFeature } from '#platform/features/server-feature.ts';
import { snapshotRoutes } from './routes.ts';

export const snapshot = {
  routes: snapshotRoutes,
} satisfies ServerFeature;
