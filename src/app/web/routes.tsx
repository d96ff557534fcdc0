// The browser's pages, for all addresses but /auth: who reads them, and what the document brought along.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { redirect, RouterProvider } from '@tanstack/react-router';
import { keepPlace } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import { paths } from '../paths.ts';
import { takeFirstPage } from './first-page.ts';
import { firstPage, reader } from './instance.ts';
import { makeRouter, type HomeContext } from './router.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } });
if (reader !== 'unknown') queryClient.setQueryData(sessionQuery.queryKey, reader);
if (reader && reader !== 'unknown' && firstPage) {
  const scope = { userId: reader.user.id, timezone: readerTimeZone() };
  takeFirstPage(queryClient, scope, firstPage);
}

/** Who is signed in; anybody else is led to the sign-in, and back here after it. */
async function signedInOnly() {
  const signedIn = await queryClient.ensureQueryData(sessionQuery);
  if (!signedIn) {
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
  if (reader !== null) return signedInOnly();
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
