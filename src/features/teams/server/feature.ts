import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { memberLiveKinds } from '../member-constants.ts';
import { teamJobs } from './jobs.ts';
import { InvitationLinks } from './operations/invitation-links.ts';
import { invitationMailKind } from './mails.tsx';
import { teamTables } from './operations/export-teams.ts';
import { renewInvitationMail } from './operations/renew-invitation-mail.ts';
import { teamRoutes } from './routes.ts';

export const teams = {
  routes: teamRoutes,
  jobs: teamJobs,
  renewals: ({ pool, config, appSecret }) => ({
    [invitationMailKind]: renewInvitationMail({
      pool,
      config,
      links: new InvitationLinks(config.appUrl, appSecret),
    }),
  }),
  liveKinds: [...liveKinds, ...memberLiveKinds],
  exports: { tables: teamTables },
} satisfies ServerFeature;
