import { lazyRouteComponent } from '@tanstack/react-router';

/** A part of its own: most people have proved their address. The route fetches it ahead, so that nothing moves. */
export const VerificationBanner = lazyRouteComponent(
  () => import('#features/accounts/web/verification/verification-banner.tsx'),
  'VerificationBanner',
);
