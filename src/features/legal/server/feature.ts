import type { ServerFeature } from '#platform/features/server-feature.ts';
import { legalRoutes } from './routes.ts';

export const legal = {
  routes: legalRoutes,
} satisfies ServerFeature;
