import type { ServerFeature } from '#platform/features/server-feature.ts';
import { ownRows } from './store.ts';
import { singleSignOnRoutes } from './routes.ts';

export const singleSignOn = {
  routes: singleSignOnRoutes,
  // Without paging: a user has one for each provider that this instance has had.
  exports: {
    tables: { provider_identities: async (tx, viewer) => ({ rows: await ownRows(tx, viewer), next: null }) },
  },
} satisfies ServerFeature;
