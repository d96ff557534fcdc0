// Renders the app's pages to HTML on the server with the browser's components and routes. Only src/app/server uses it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { SignedIn } from '#features/accounts/contract.ts';
import { authQuery, readAuthView } from '#features/accounts/web/auth/auth-view.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { monthBounds, monthOf } from '#features/check-ins/web/months.ts';
import { renderFor, type Reader } from '#platform/reader/reader.ts';
import type { FirstPage } from '../first-page.ts';
import type { SharedSession } from '../page-session.ts';
import { paths } from '../paths.ts';
import { AcceptPage } from '../web/accept/accept-page.tsx';
import { AuthPage } from '../web/auth/auth-page.tsx';
import { dashboardSearch } from '../web/dashboard-search.ts';
import { takeFirstPage } from '../web/first-page.ts';
import { setInstance, type Instance } from '../web/instance.ts';
import { makeRouter, parseSearch, stringifySearch } from '../web/router.tsx';
import { LoadingPage } from '../web/shell/loading-page.tsx';
import { NotFoundPage } from '../web/shell/not-found-page.tsx';
import { ReadingFrame } from './reading-frame.tsx';

/** The reader of pages that are the same for everyone. */
const defaultReader: Reader = { timeZone: 'UTC', locale: 'en-US', touch: false };

/** No text contains it. */
const frameSlot = '\uE000';

/** Serves only data that was set, and fetches nothing. */
class CacheOnlyClient extends QueryClient {
  override prefetchInfiniteQuery(): Promise<void> {
    return Promise.resolve();
  }
}

export type Home = {
  /** The query of the URL, including its question mark. */
  search: string;
  /** Null for a guest. */
  signedIn: SignedIn | null;
  firstPage: FirstPage | null;
  /** The browser's settings, if known. */
  reader: Reader | null;
};

export class PageRenderer {
  readonly #instance: Instance;
  /** What is before and after the content. The same in every such page, so it is rendered once. */
  #narrowFrame: string[] | undefined;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /**
   * The view of a shared page that a URL selects, as a normalized query. There are only a few, whatever else the URL
   * contains.
   */
  viewOf(path: string, search: string, session: SharedSession): string {
    if (path === paths.auth) {
      // Links in emails contain a token and show something other than the plain form.
      if (/[?&](verify|recover|undo|proof)=/.test(search)) return 'link';
      const { mode, view, employee } = readAuthView(search);
      const opensSignUp = mode === 'manager' && employee !== undefined && view === undefined;
      return authQuery({ ...(mode && { mode }), ...(opensSignUp ? { view: 'sign-up' } : view && { view }) });
    }
    if (path !== paths.home || session !== null) return '';
    const { tab } = dashboardSearch(parseSearch(search));
    return stringifySearch({ tab });
  }

  /** A shared page as HTML; `view` is a result of `viewOf`. */
  async shared(path: string, view: string, session: SharedSession): Promise<string> {
    if (session === 'offline') return this.loading();
    if (path === paths.auth) return view === 'link' ? '' : this.#render(<AuthPage search={view} />);
    if (path === paths.accept) return this.#render(<AcceptPage />);
    if (path === paths.home && session === null)
      return this.home({ search: view, signedIn: null, firstPage: null, reader: null });
    const isOwnPage = path === paths.home || path === paths.profile || path === paths.teamMember;
    return isOwnPage ? this.loading() : this.#render(<NotFoundPage />);
  }

  /** Placeholder for a page that is not rendered here. */
  loading(): string {
    return this.#render(<LoadingPage />);
  }

  /** The signed-in dashboard, or a guest's. */
  async home({ search, signedIn, firstPage, reader }: Home): Promise<string> {
    const shownFor = reader ?? defaultReader;
    const queries = new CacheOnlyClient();
    queries.setQueryData(sessionQuery.queryKey, signedIn);
    if (signedIn && firstPage)
      takeFirstPage(queries, { userId: signedIn.user.id, timezone: shownFor.timeZone }, firstPage);
    const query = dashboardSearch(parseSearch(search));
    const router = makeRouter({
      history: createMemoryHistory({ initialEntries: [paths.home + stringifySearch(query)] }),
      loadHomeContext: async () => (signedIn ? { signedIn } : { signedIn, guestLog: 'open' as const }),
      requireSignedIn: () => Promise.reject(new Error('Only the home page is rendered by its route.')),
    });
    await router.load();
    return this.#render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      shownFor,
    );
  }

  /** A page without the app: this content in its frame, wide for a page with a path. */
  reading(main: ReactNode, path?: string): string {
    setInstance(this.#instance);
    if (path !== undefined) return renderToStaticMarkup(<ReadingFrame path={path}>{main}</ReadingFrame>);
    this.#narrowFrame ??= renderToStaticMarkup(<ReadingFrame>{frameSlot}</ReadingFrame>).split(frameSlot);
    return this.#narrowFrame.join(renderToStaticMarkup(main));
  }

  /** The current month in a time zone, `YYYY-MM`, with its bounds as ISO strings. */
  currentMonth(timeZone: string): { month: string; from: string; to: string } {
    const month = monthOf(Date.now(), timeZone);
    return { month, ...monthBounds(month, timeZone) };
  }

  #render(page: ReactNode, reader = defaultReader): string {
    setInstance(this.#instance);
    return renderFor(reader, () => renderToString(page));
  }
}
