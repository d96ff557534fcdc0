import type { ServerFeature } from '#platform/features/server-feature.ts';
import { apiTokensTable } from './operations/export-tokens.ts';
import { apiTokenRoutes } from './routes.ts';

export const apiTokens = {
  routes: apiTokenRoutes,
  exports: { tables: { api_tokens: apiTokensTable } },
} satisfies ServerFeature;
