import type { ServerFeature } from '#platform/features/server-feature.ts';
import { importedRecordsTable } from './operations/export-records.ts';
import { importedRecordRoutes } from './routes.ts';

export const importedRecords = {
  routes: importedRecordRoutes,
  exports: { tables: { imported_records: importedRecordsTable } },
} satisfies ServerFeature;
