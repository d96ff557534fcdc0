import type { ServerFeature } from '#platform/features/server-feature.ts';
import { legalRoutes } from './routes.ts';

export const legal = {
  routes: (_server, parts: Parameters<typeof legalRoutes>[0]) => legalRoutes(parts),
} satisfies ServerFeature;
