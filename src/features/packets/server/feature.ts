import type { ServerFeature } from '#platform/features/server-feature.ts';
import { packetTables } from './operations/export-packets.ts';
import { packetRoutes } from './routes.ts';

export const packets = {
  routes: packetRoutes,
  exports: { tables: packetTables },
} satisfies ServerFeature;
