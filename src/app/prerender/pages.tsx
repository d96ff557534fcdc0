// Renders the app's pages to HTML on the server with the browser's components and routes. Only src/app/server uses it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { SignedIn } from '#features/accounts/contract.ts';
import { authQuery, readAuthView, sharedAuthView } from '#features/accounts/web/auth/auth-view.ts';
import { sessionQuery } from '#features/accounts/web/session/session-query.ts';
import { pageIds } from '#features/imports/constants.ts';
import { monthBounds, monthOf } from '#platform/clock/days.ts';
import { parseSearch, ServedPlace, stringifySearch, type Place } from '#platform/navigation/navigation.ts';
import { defaultReader, renderFor, type Reader } from '#platform/reader/reader.ts';
import type { FirstPage } from '../first-page.ts';
import type { SharedSession } from '../page-session.ts';
import { paths } from '../paths.ts';
import { AcceptPage } from '../web/accept/accept-page.tsx';
import { AuthPage, loadAuthForm } from '../web/auth/auth-page.tsx';
import { dashboardSearch } from '../web/dashboard-search.ts';
import { takeFirstPage } from '../web/dashboard/first-page.ts';
import { setInstance, type Instance } from '../web/instance.ts';
import { loadPage, Pages } from '../web/pages.tsx';
import { Frame } from '../web/shell/frame.tsx';
import { ReadingFrame } from './reading-frame.tsx';

/** No text contains it. */
const frameSlot = '\uE000';

/** Serves only data that was set, and fetches nothing. */
class CacheOnlyClient extends QueryClient {
  override prefetchInfiniteQuery(): Promise<void> {
    return Promise.resolve();
  }
}

/** Only the browser loads sessions and navigates away. */
const fromBrowser = () => {
  throw new Error('The server renders a page with the session that it has.');
};

export type Own = {
  path: string;
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
  /** The HTML before and after the content. It is the same in every such page, so it is rendered once. */
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
      return authQuery(sharedAuthView(readAuthView(search)));
    }
    if (session !== null) return '';
    const query = parseSearch(search);
    if (path === paths.import)
      return stringifySearch({ format: pageIds.find((id) => id === query['format']) });
    return path === paths.home ? stringifySearch({ tab: dashboardSearch(query).tab }) : '';
  }

  /** A shared page as HTML; `view` is a result of `viewOf`. */
  async shared(path: string, view: string, session: SharedSession): Promise<string> {
    if (path === paths.auth && session !== 'offline') {
      if (view === 'link') return '';
      await loadAuthForm(view);
      return this.#render(<AuthPage search={view} />);
    }
    if (path === paths.accept && session !== 'offline') return this.#render(<AcceptPage />);
    const known = session === 'offline' ? paths.home : path;
    return this.#pages({ path: known, search: view }, session === null ? null : undefined, null, null);
  }

  /** A page of the signed-in user, or a guest's. */
  async own({ path, search, signedIn, firstPage, reader }: Own): Promise<string> {
    if (path === paths.accept) return this.#render(<AcceptPage />, reader ?? defaultReader);
    return this.#pages({ path, search }, signedIn, firstPage, reader);
  }

  async #pages(
    place: Place,
    session: SignedIn | null | undefined,
    firstPage: FirstPage | null,
    reader: Reader | null,
  ): Promise<string> {
    const shownFor = reader ?? defaultReader;
    const queries = new CacheOnlyClient();
    if (session !== undefined) {
      queries.setQueryData(sessionQuery.queryKey, session);
      await loadPage(place.path, session !== null);
    }
    if (session && firstPage)
      takeFirstPage(queries, { userId: session.user.id, timezone: shownFor.timeZone }, firstPage);
    return this.#render(
      <QueryClientProvider client={queries}>
        <ServedPlace value={place}>
          <Pages session={session} loadSession={fromBrowser} toSignIn={fromBrowser} />
        </ServedPlace>
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
    return renderFor(reader, () => renderToString(<Frame>{page}</Frame>));
  }
}
