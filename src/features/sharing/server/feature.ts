import { SnapshotLinks } from '#features/snapshot/server/operations/snapshot-links.ts';
import type { ServerFeature } from '#platform/features/server-feature.ts';
import { managerMailKind } from './mails.tsx';
import { renewManagerMail } from './operations/renew-manager-mail.ts';
import { sharingRoutes } from './routes.ts';

export const sharing = {
  routes: sharingRoutes,
  renewals: ({ pool, config, appSecret }) => ({
    [managerMailKind]: renewManagerMail({ pool, config, links: new SnapshotLinks(config.appUrl, appSecret) }),
  }),
} satisfies ServerFeature;
