import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { suggestionJobs } from './jobs.ts';
import { filesToExport, suggestionTables } from './operations/export-suggestions.ts';
import { suggestionRoutes } from './routes.ts';

export const suggestions = {
  routes: suggestionRoutes,
  jobs: suggestionJobs,
  liveKinds,
  exports: { tables: suggestionTables, files: [filesToExport] },
} satisfies ServerFeature;
