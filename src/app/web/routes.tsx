// URL to page, for all pages but /auth (see main.tsx). Each page is a chunk of its own; the way to it is decided here,
// before its code is asked for.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  RouterProvider,
} from '@tanstack/react-router';
import { keepPlace } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { paths } from '../paths.ts';
import { dashboardSearch } from './dashboard/dashboard-search.ts';
import { VerificationBanner } from './dashboard/verification-banner.ts';
import { reader } from './instance.ts';
import { LoadingPage } from './shell/loading-page.tsx';
import { PaletteHost } from './shell/palette-host.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteError } from './shell/route-error.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });
if (reader === null || typeof reader === 'object') queryClient.setQueryData(sessionQuery.queryKey, reader);

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <PaletteHost />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

/** Who is signed in; without a connection, who was, with what this browser has a copy of. */
async function whoReads() {
  const ask = () => queryClient.ensureQueryData(sessionQuery);
  const openCopy = async (why?: unknown) =>
    (await import('./offline/open-copy.ts')).openCopy(queryClient, why);
  if (reader === 'offline') await openCopy();
  return ask().catch(async (error: unknown) => {
    if (await openCopy(error)) return ask();
    throw error;
  });
}

/** Who is signed in; anybody else is led to the sign-in, and back here after it. */
async function signedInOnly() {
  const signedIn = await whoReads();
  if (!signedIn) {
    await forgetSession();
    keepPlace();
    throw redirect({ href: paths.auth, reloadDocument: true });
  }
  return { signedIn };
}

/**
 * Who reads the logbook; null: a guest, whose browser keeps it. Where a session came with the page and has ended, its
 * owner is not left with a guest's empty logbook.
 */
async function anybody() {
  const guest = reader === null || (reader === 'offline' && !knownSession());
  if (!guest) return signedInOnly();
  const { openGuestLog } = await import('./guest/guest-log.ts');
  return { signedIn: null, guestLog: await openGuestLog(queryClient) };
}

const DashboardPage = lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage');
const GuestPage = lazyRouteComponent(() => import('./guest/guest-page.tsx'), 'GuestPage');

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
  component: Home,
  pendingComponent: LoadingPage,
});

function Home() {
  const context = homeRoute.useRouteContext();
  if (context.signedIn) return <DashboardPage signedIn={context.signedIn} />;
  return <GuestPage log={context.guestLog} />;
}

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.profile,
  beforeLoad: signedInOnly,
  component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
  pendingComponent: LoadingPage,
});

const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, profileRoute]),
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 150,
  scrollRestoration: true,
  // Addresses as people write them: `q=123` is a text, and needs no quotation marks.
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const given = Object.entries(search as Record<string, string | undefined>);
    const query = new URLSearchParams(given.filter((one): one is [string, string] => one[1] !== undefined));
    return query.size > 0 ? `?${query}` : '';
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Pages() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
