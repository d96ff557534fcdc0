// The browser's pages, for all addresses but /auth: who reads them, and what the document brought along.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { redirect, RouterProvider } from '@tanstack/react-router';
import { keepPlace } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../paths.ts';
import { takeFirstPage } from './first-page.ts';
import { firstPage, reader } from './instance.ts';
import { makeRouter, type HomeContext } from './router.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });
const signedIn = typeof reader === 'object' ? reader : null;
if (reader === null || signedIn) queryClient.setQueryData(sessionQuery.queryKey, signedIn);
if (signedIn && firstPage) {
  const scope = { userId: signedIn.user.id, timezone: readerTimeZone() };
  takeFirstPage(queryClient, scope, firstPage);
}

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
async function anybody(): Promise<HomeContext> {
  const guest = reader === null || (reader === 'offline' && !knownSession());
  if (!guest) return signedInOnly();
  const { openGuestLog } = await import('./guest/guest-log.ts');
  return { signedIn: null, guestLog: await openGuestLog(queryClient) };
}

const router = makeRouter({ anybody, signedInOnly });

/** Resolves when the page can be drawn whole; what the server drew stays until then. */
export const ready = () => router.load();

export function Pages() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
