// Lists everything that a user's data export includes.
import { accountTables } from '#features/accounts/server/operations/export-account.ts';
import { billingTables } from '#features/billing/server/operations/export-billing.ts';
import {
  entriesToExport,
  filesToExport,
  textBytes,
  checkInTables,
} from '#features/check-ins/server/operations/export-check-ins.ts';
import type { Sources } from '#features/export/server/operations/sources.ts';
import { goalsTable } from '#features/goals/server/operations/export-goals.ts';
import {
  earlierSlugsTable,
  photoToExport,
  profileTable,
  archiveOwner,
} from '#features/profile/server/operations/export-profile.ts';
import { resumesTable, resumeToExport } from '#features/resume/server/operations/export-resume.ts';
import { shoutoutsTable } from '#features/shoutouts/server/operations/export-shoutouts.ts';
import { teamTables } from '#features/teams/server/operations/export-teams.ts';
import { vouchFilesToExport, vouchTables } from '#features/vouches/server/operations/export-vouches.ts';

export const exportSources: Sources = {
  tables: {
    ...accountTables,
    profiles: profileTable,
    earlier_slugs: earlierSlugsTable,
    ...checkInTables,
    goals: goalsTable,
    shoutouts: shoutoutsTable,
    resumes: resumesTable,
    ...vouchTables,
    ...teamTables,
    ...billingTables,
  },
  files: [filesToExport, photoToExport, resumeToExport, vouchFilesToExport],
  entries: entriesToExport,
  about: async (tx, viewer) => ({
    ...(await archiveOwner(tx, viewer)),
    textBytes: await textBytes(tx, viewer),
  }),
};
