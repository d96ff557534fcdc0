// Draws the app's pages as HTML on the server, by the components and routes of the browser. Only src/app/server asks it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { SignedIn } from '#features/accounts/contract.ts';
import { authQuery, readAuthView } from '#features/accounts/web/auth/auth-view.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { monthBounds, monthOf } from '#features/check-ins/web/months.ts';
import { drawFor, type Reader } from '#platform/reader/reader.ts';
import type { FirstPage } from '../first-page.ts';
import { paths } from '../paths.ts';
import { AuthPage } from '../web/auth/auth-page.tsx';
import { dashboardSearch } from '../web/dashboard/dashboard-search.ts';
import { takeFirstPage } from '../web/first-page.ts';
import { drawInstance, type Instance } from '../web/instance.ts';
import { makeRouter, parseSearch, stringifySearch } from '../web/router.tsx';
import { LoadingPage } from '../web/shell/loading-page.tsx';
import { NotFoundPage } from '../web/shell/not-found-page.tsx';

/** Whom a page is drawn for that depends on nobody. */
const anyReader: Reader = { timeZone: 'UTC', locale: 'en-US', touch: false };

/** Holds what it is given and asks for nothing. */
class StillQueries extends QueryClient {
  override prefetchInfiniteQuery(): Promise<void> {
    return Promise.resolve();
  }
}

export type Home = {
  /** The query of the address, with its question mark. */
  search: string;
  /** Null: a guest. */
  signedIn: SignedIn | null;
  firstPage: FirstPage | null;
  /** As far as their browser is known. */
  reader: Reader | null;
};

export class PageRenderer {
  readonly #instance: Instance;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  /**
   * Which view of a page without a reader an address names, as a query of its own: one of a few, whatever else the
   * address says.
   */
  viewOf(path: string, search: string, who: null | 'unknown' | 'offline'): string {
    if (path === paths.auth) {
      // Links of mails show something else than a form.
      if (/[?&](verify|recover|undo)=/.test(search)) return 'link';
      const { mode, view, employee } = readAuthView(search);
      const opens = mode === 'manager' && employee !== undefined && view === undefined;
      return authQuery({ ...(mode && { mode }), ...(opens ? { view: 'sign-up' } : view && { view }) });
    }
    if (path !== paths.home || who !== null) return '';
    const { tab } = dashboardSearch(parseSearch(search));
    return stringifySearch({ tab });
  }

  /** A page without a reader as HTML; `view` is one of `viewOf`. */
  async readerless(path: string, view: string, who: null | 'unknown' | 'offline'): Promise<string> {
    if (who === 'offline') return this.loading();
    if (path === paths.auth) return view === 'link' ? '' : this.#draw(<AuthPage search={view} />);
    if (path === paths.home && who === null)
      return this.home({ search: view, signedIn: null, firstPage: null, reader: null });
    return path === paths.home || path === paths.profile ? this.loading() : this.#draw(<NotFoundPage />);
  }

  /** In the place of a page that is not drawn here. */
  loading(): string {
    return this.#draw(<LoadingPage />);
  }

  /** The dashboard, or a guest's page. */
  async home({ search, signedIn, firstPage, reader }: Home): Promise<string> {
    const drawn = reader ?? anyReader;
    const queries = new StillQueries();
    queries.setQueryData(sessionQuery.queryKey, signedIn);
    if (signedIn && firstPage)
      takeFirstPage(queries, { userId: signedIn.user.id, timezone: drawn.timeZone }, firstPage);
    const known = dashboardSearch(parseSearch(search));
    const router = makeRouter({
      history: createMemoryHistory({ initialEntries: [paths.home + stringifySearch(known)] }),
      anybody: async () => (signedIn ? { signedIn } : { signedIn, guestLog: 'open' as const }),
      signedInOnly: () => Promise.reject(new Error('Only the home page is drawn by its route.')),
    });
    await router.load();
    return this.#draw(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
      drawn,
    );
  }

  /** The current month by a clock, `YYYY-MM`, with its bounds as ISO strings. */
  currentMonth(timeZone: string): { month: string; from: string; to: string } {
    const month = monthOf(Date.now(), timeZone);
    return { month, ...monthBounds(month, timeZone) };
  }

  #draw(page: ReactNode, reader = anyReader): string {
    drawInstance(this.#instance);
    return drawFor(reader, () => renderToString(page));
  }
}
