import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { checkInJobs } from './jobs.ts';
import { checkInTables, filesToExport } from './operations/export-check-ins.ts';
import { checkInRoutes } from './routes.ts';

export const checkIns = {
  routes: checkInRoutes,
  jobs: checkInJobs,
  liveKinds,
  exports: { tables: checkInTables, files: [filesToExport] },
} satisfies ServerFeature;
