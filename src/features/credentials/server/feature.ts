import type { ServerFeature } from '#platform/features/server-feature.ts';
import { credentialTables } from './operations/export-credentials.ts';
import { credentialRoutes } from './routes.ts';

export const credentials = {
  routes: credentialRoutes,
  exports: { tables: credentialTables },
} satisfies ServerFeature;
