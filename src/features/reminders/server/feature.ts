import type { ServerFeature } from '#platform/features/server-feature.ts';
import { reminderJobs, reminderRenewals } from './jobs.ts';
import { pushDevicesTable, remindersTable } from './operations/export-reminders.ts';
import { reminderRoutes } from './routes.ts';

export const reminders = {
  routes: reminderRoutes,
  jobs: reminderJobs,
  renewals: reminderRenewals,
  exports: { tables: { reminders: remindersTable, push_devices: pushDevicesTable } },
} satisfies ServerFeature;
