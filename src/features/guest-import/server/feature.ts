import type { ServerFeature } from '#platform/features/server-feature.ts';
import { guestRoutes } from './routes.ts';

export const guestImport = {
  routes: guestRoutes,
} satisfies ServerFeature;
