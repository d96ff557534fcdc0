import { lazyRouteComponent } from '@tanstack/react-router';

/** In a separate chunk, since most users are verified. The route preloads it, so that nothing shifts. */
export const VerificationBanner = lazyRouteComponent(
  () => import('#features/accounts/web/verification/verification-banner.tsx'),
  'VerificationBanner',
);
