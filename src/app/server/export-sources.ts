// Everything that a user's data export includes.
import { entriesToExport, textBytes } from '#features/check-ins/server/operations/export-check-ins.ts';
import type { Sources } from '#features/export/server/operations/sources.ts';
import { archiveOwner } from '#features/profile/server/operations/export-profile.ts';
import { features } from './features.ts';

export const exportSources: Omit<Sources, 'documents'> = {
  tables: Object.assign({}, ...features.map(({ exports }) => exports?.tables)) as Sources['tables'],
  files: features.flatMap(({ exports }) => exports?.files ?? []),
  entries: entriesToExport,
  about: async (tx, viewer) => ({
    ...(await archiveOwner(tx, viewer)),
    textBytes: await textBytes(tx, viewer),
  }),
};
