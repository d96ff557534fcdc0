// URL to page, for all pages but /auth (see main.tsx). Each page is a chunk of its own; the way to it is decided here,
// before its code is asked for. The server draws pages by the same routes (src/app/prerender).
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
import { dashboardSearch } from './dashboard/dashboard-search.ts';
import { VerificationBanner } from './dashboard/verification-banner.ts';
import type { GuestLog } from './guest/guest-log.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { PaletteHost } from './shell/palette-host.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';

/** Who reads the logbook: a person, or a guest with the log of their browser. */
export type HomeContext = { signedIn: SignedIn } | { signedIn: null; guestLog: GuestLog };

type Parts = {
  anybody: () => Promise<HomeContext>;
  signedInOnly: () => Promise<{ signedIn: SignedIn }>;
  /** The browser's own unless given. */
  history?: RouterHistory;
};

const DashboardPage = lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage');
const GuestPage = lazyRouteComponent(() => import('./guest/guest-page.tsx'), 'GuestPage');
const ProfilePage = lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage');

/** Addresses as people write them: `q=123` is a text, and needs no quotation marks. */
export const parseSearch = (query: string) => Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Record<string, string | undefined>): string {
  const given = Object.entries(search);
  const query = new URLSearchParams(given.filter((one): one is [string, string] => one[1] !== undefined));
  return query.size > 0 ? `?${query}` : '';
}

export function makeRouter({ anybody, signedInOnly, history }: Parts) {
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
    beforeLoad: anybody,
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
    beforeLoad: signedInOnly,
    component: ProfilePage,
    pendingComponent: LoadingPage,
  });

  return createRouter({
    routeTree: rootRoute.addChildren([homeRoute, profileRoute]),
    ...(history && { history }),
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingMs: 150,
    // It puts a script into a page that is drawn on the server, and nothing is scrolled there.
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
