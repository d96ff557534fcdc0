// The browser's pages at all paths but /auth and /accept-invitation, with the session and the data from the document.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { redirect, RouterProvider } from '@tanstack/react-router';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../paths.ts';
import { takeFirstPage } from './first-page.ts';
import { firstPage, pageSession } from './instance.ts';
import { makeRouter, type HomeContext } from './router.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1 },
    // Offline, a change fails immediately with a message, instead of waiting silently in memory.
    mutations: { networkMode: 'always' },
  },
});
const signedIn = typeof pageSession === 'object' ? pageSession : null;
if (pageSession === null || signedIn) queryClient.setQueryData(sessionQuery.queryKey, signedIn);
if (signedIn && firstPage) {
  const scope = { userId: signedIn.user.id, timezone: readerTimeZone() };
  takeFirstPage(queryClient, scope, firstPage);
}

/** The session. Without a connection, the last known one, with this browser's copy of the user's data. */
async function loadSession() {
  const load = () => queryClient.ensureQueryData(sessionQuery);
  const openCopy = async (error?: unknown) =>
    (await import('./offline/open-copy.ts')).openCopy(queryClient, error);
  if (pageSession === 'offline') await openCopy();
  return load().catch(async (error: unknown) => {
    if (await openCopy(error)) return load();
    throw error;
  });
}

/** The session. Without one, redirects to sign-in, which leads back here. */
async function requireSignedIn() {
  const signedIn = await loadSession();
  if (!signedIn) {
    await forgetSession();
    saveRedirect();
    throw redirect({ href: paths.auth, reloadDocument: true });
  }
  return { signedIn };
}

/**
 * Whose logbook is shown. Without a session, a guest's. If a session came with the page but has ended, redirects to
 * sign-in, so that the user does not see an empty guest logbook.
 */
async function loadHomeContext(): Promise<HomeContext> {
  const guest = pageSession === null || (pageSession === 'offline' && !knownSession());
  if (!guest) return requireSignedIn();
  const { openGuestLog } = await import('./guest/guest-log.ts');
  return { signedIn: null, guestLog: await openGuestLog(queryClient) };
}

const router = makeRouter({ loadHomeContext, requireSignedIn });

/** Resolves when the page can be rendered completely. The server-rendered page stays until then. */
export const ready = () => router.load();

export function Pages() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
