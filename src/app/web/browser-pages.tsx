// The pages in the browser, with the session and the data from the document.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SignedIn } from '#features/accounts/contract.ts';
import { saveRedirect } from '#features/accounts/web/auth/redirect-after-auth.ts';
import { forgetSession } from '#features/accounts/web/session/session-end.ts';
import { knownSession } from '#features/accounts/web/session/session-memory.ts';
import { isRenewalDue, renewBeforeCalls } from '#features/accounts/web/session/renewal.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { listenFrom, listenSince } from '#platform/live/client.ts';
import { readerTimeZone } from '#platform/reader/reader.ts';
import type { FirstPage } from '../first-page.ts';
import { guestPaths, paths } from '../paths.ts';
import { dashboardSearch } from './dashboard-search.ts';
import { pageSession } from './instance.ts';
import { firstPage, livePosition } from './own-data.ts';
import {
  beforeNavigation,
  parseSearch,
  ServedPlace,
  stringifySearch,
  type Place,
} from '#platform/navigation/navigation.ts';
import { loadPage, Pages } from './pages.tsx';

const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: 1 },
    // Offline, a change fails immediately with a message, instead of waiting silently in memory.
    mutations: { networkMode: 'always' },
  },
});
const served = typeof pageSession === 'string' ? undefined : pageSession;
if (served !== undefined) queryClient.setQueryData(sessionQuery.queryKey, served);
if (livePosition !== null) listenFrom(livePosition);
if (served && isRenewalDue()) renewBeforeCalls(served);

const knownUser = (): SignedIn | null => queryClient.getQueryData(sessionQuery.queryKey) ?? null;

async function openGuestLog(): Promise<void> {
  const { openGuestLog } = await import('./guest/guest-log.ts');
  openGuestLog(queryClient);
}

async function leaveForSignIn(): Promise<void> {
  await forgetSession();
  saveRedirect();
  location.assign(paths.auth);
}

const toSignIn = () => void leaveForSignIn();

/** Reads this browser's copy of the user's data. `error`: why the server could not be asked. */
const openCopy = async (error?: unknown) =>
  (await import('./offline/open-copy.ts')).openCopy(queryClient, error);

/**
 * The session. Without a connection, the last known one, with this browser's copy of the user's data. If there was one
 * that has ended, leaves for the sign-in page, so that the user does not see an empty guest logbook.
 */
async function loadSession(): Promise<SignedIn | null> {
  if (pageSession === 'offline' && !knownSession()) {
    await Promise.all([openGuestLog(), loadPage(location.pathname, false)]);
    return null;
  }
  const load = () => queryClient.ensureQueryData(sessionQuery);
  const startedAt = Date.now();
  let isCopy = false;
  const signedIn = await load().catch(async (error: unknown) => {
    isCopy = await openCopy(error);
    if (isCopy) return load();
    throw error;
  });
  // The data of a copy is older.
  if (!isCopy) listenSince(startedAt);
  if (!signedIn) {
    toSignIn();
    return new Promise(() => undefined);
  }
  await loadPage(location.pathname, true);
  return signedIn;
}

/** Where the user was when this page was left or reloaded. */
const restorePlace = () =>
  import('#features/check-ins/web/timeline/kept-place.ts').then(
    (kept) => kept.restorePlace(),
    () => undefined,
  );

async function takeFirst({ user }: SignedIn, page: FirstPage): Promise<void> {
  const { takeFirstPage } = await import('./dashboard/first-page.ts');
  takeFirstPage(queryClient, { userId: user.id, timezone: readerTimeZone() }, page);
}

/** Resolves when the page can be rendered completely. The server-rendered page stays until then. */
export async function ready(): Promise<void> {
  beforeNavigation((path) => loadPage(path, knownUser() !== null));
  if (pageSession === 'offline' && knownSession())
    await Promise.all([openCopy(), loadPage(location.pathname, true)]);
  if (served === undefined) return;
  const isGuest = served === null && guestPaths.includes(location.pathname);
  await Promise.all([
    loadPage(location.pathname, served !== null),
    isGuest && openGuestLog(),
    served && firstPage && takeFirst(served, firstPage),
    history.state?.place && restorePlace(),
  ]);
}

/** The place of the document: a guest's is shared, so the server renders only what `viewOf` in prerender/pages.tsx selects. */
function servedPlace(): Place {
  const { pathname: path, search } = location;
  if (served !== null) return { path, search };
  const query = parseSearch(search);
  return { path, search: stringifySearch({ tab: dashboardSearch(query).tab, format: query['format'] }) };
}

const place = servedPlace();

export function BrowserPages() {
  return (
    <QueryClientProvider client={queryClient}>
      <ServedPlace value={place}>
        <Pages session={knownUser() ?? served} loadSession={loadSession} toSignIn={toSignIn} />
      </ServedPlace>
    </QueryClientProvider>
  );
}
