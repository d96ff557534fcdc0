import type { ServerFeature } from '#platform/features/server-feature.ts';
import { introductionRoutes } from './routes.ts';

export const introduction = {
  routes: (_server, parts: Parameters<typeof introductionRoutes>[0]) => introductionRoutes(parts),
} satisfies ServerFeature;
