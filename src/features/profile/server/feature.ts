import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { profileJobs } from './jobs.ts';
import { earlierSlugsTable, photoToExport, profileTable } from './operations/export-profile.ts';
import { profileRoutes } from './routes.ts';

export const profile = {
  routes: profileRoutes,
  jobs: profileJobs,
  liveKinds,
  exports: {
    tables: { profiles: profileTable, earlier_slugs: earlierSlugsTable },
    files: [photoToExport],
  },
} satisfies ServerFeature;
