import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { vouchJobs } from './jobs.ts';
import { VouchLinks } from './operations/vouch-links.ts';
import { requestMailKind, vouchMailKind } from './mails.tsx';
import { vouchFilesToExport, vouchTables } from './operations/export-vouches.ts';
import { renewVouchMail } from './operations/renew-vouch-mail.ts';
import { renewRequestMail } from './operations/request-verification.ts';
import { vouchRoutes } from './routes.ts';

export const vouches = {
  routes: vouchRoutes,
  jobs: vouchJobs,
  renewals: ({ pool, config, appSecret }) => ({
    [vouchMailKind]: renewVouchMail({ pool, links: new VouchLinks(config.appUrl, appSecret) }),
    [requestMailKind]: renewRequestMail({ pool, config }),
  }),
  liveKinds,
  exports: { tables: vouchTables, files: [vouchFilesToExport] },
} satisfies ServerFeature;
