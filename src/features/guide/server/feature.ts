import type { ServerFeature } from '#platform/features/server-feature.ts';
import { guideRoutes } from './routes.ts';

export const guide = {
  routes: (_server, parts: Parameters<typeof guideRoutes>[0]) => guideRoutes(parts),
} satisfies ServerFeature;
