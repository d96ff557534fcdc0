import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { resumeJobs } from './jobs.ts';
import { resumesTable, resumeToExport } from './operations/export-resume.ts';
import { resumeRoutes } from './routes.ts';

export const resume = {
  routes: resumeRoutes,
  jobs: resumeJobs,
  liveKinds,
  exports: { tables: { resumes: resumesTable }, files: [resumeToExport] },
} satisfies ServerFeature;
