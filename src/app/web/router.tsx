// Routes of all pages but /auth and /accept-invitation (see main.tsx). Each page is a separate chunk. Guards run here, before its code is
// requested. The server renders pages with the same routes (src/app/prerender).
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
} from '@tanstack/react-router';
import type { SignedIn } from '#features/accounts/contract.ts';
import { paths } from '../paths.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { VerificationBanner } from './dashboard/verification-banner.ts';
import type { GuestLog } from './guest/guest-log.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { PaletteHost } from './shell/palette-host.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';

/** Whose logbook is shown: the signed-in user's, or the guest log of this browser. */
export type HomeContext = { signedIn: SignedIn } | { signedIn: null; guestLog: GuestLog };

type Parts = {
  loadHomeContext: () => Promise<HomeContext>;
  requireSignedIn: () => Promise<{ signedIn: SignedIn }>;
  /** Default: the browser's history. */
  history?: RouterHistory;
};

const DashboardPage = lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage');
const GuestPage = lazyRouteComponent(() => import('./guest/guest-page.tsx'), 'GuestPage');
const TeamMemberPage = lazyRouteComponent(
  () => import('./team-member/team-member-page.tsx'),
  'TeamMemberPage',
);
const ProfilePage = lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage');

/** Queries as people write them: `q=123` is a string, without quotation marks. */
export const parseSearch = (query: string) => Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Record<string, string | undefined>): string {
  const given = Object.entries(search);
  const query = new URLSearchParams(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return query.size > 0 ? `?${query}` : '';
}

export function makeRouter({ loadHomeContext, requireSignedIn, history }: Parts) {
  const rootRoute = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <PaletteHost />
      </>
    ),
    notFoundComponent: NotFoundPage,
  });

  const homeRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.home,
    validateSearch: dashboardSearch,
    beforeLoad: loadHomeContext,
    loader: ({ context: { signedIn } }) =>
      Promise.all([
        (signedIn ? DashboardPage : GuestPage).preload?.(),
        signedIn?.user.email_verified === false && VerificationBanner.preload?.(),
      ]),
    component: function Home() {
      const context = homeRoute.useRouteContext();
      if (context.signedIn) return <DashboardPage signedIn={context.signedIn} />;
      return <GuestPage log={context.guestLog} />;
    },
    pendingComponent: LoadingPage,
  });

  const profileRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.profile,
    beforeLoad: requireSignedIn,
    component: ProfilePage,
    pendingComponent: LoadingPage,
  });

  const teamMemberRoute = createRoute({
    getParentRoute: () => rootRoute,
    path: paths.teamMember,
    validateSearch: ({ tab }): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
    beforeLoad: requireSignedIn,
    component: TeamMemberPage,
    pendingComponent: LoadingPage,
  });

  return createRouter({
    routeTree: rootRoute.addChildren([homeRoute, profileRoute, teamMemberRoute]),
    ...(history && { history }),
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingMs: 150,
    // Scroll restoration would add a script to server-rendered pages, which have nothing to scroll.
    scrollRestoration: history === undefined,
    parseSearch,
    stringifySearch: (search) => stringifySearch(search as Record<string, string | undefined>),
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
