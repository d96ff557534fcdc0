import type { ServerFeature } from '#platform/features/server-feature.ts';
import { publicLogbookRoutes } from './routes.ts';

export const publicLogbook = {
  routes: publicLogbookRoutes,
} satisfies ServerFeature;
