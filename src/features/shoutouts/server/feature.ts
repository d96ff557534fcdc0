import { AddressProofs } from '#features/accounts/server/operations/address-proofs.ts';
import type { ServerFeature } from '#platform/features/server-feature.ts';
import { liveKinds } from '../constants.ts';
import { shoutoutMailKind } from './mails.tsx';
import { shoutoutsTable } from './operations/export-shoutouts.ts';
import { renewShoutoutMail } from './operations/renew-shoutout-mail.ts';
import { shoutoutRoutes } from './routes.ts';

export const shoutouts = {
  routes: shoutoutRoutes,
  renewals: ({ pool, config, appSecret }) => ({
    [shoutoutMailKind]: renewShoutoutMail({ pool, config, proofs: new AddressProofs(appSecret) }),
  }),
  liveKinds,
  exports: { tables: { shoutouts: shoutoutsTable } },
} satisfies ServerFeature;
