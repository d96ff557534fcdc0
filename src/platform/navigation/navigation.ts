// Navigation between the app's pages without loading a new document.
import { createContext, use } from 'react';
import {
  navigate as changeAddress,
  usePathname,
  useSearch as useSearchText,
} from 'wouter/use-browser-location';

/** A path, and a query with its question mark. */
export type Place = { path: string; search: string };

/** The place for which the server rendered the page. The browser's first rendering repeats it. */
export const ServedPlace = createContext<Place>({ path: '', search: '' });

export function usePath(): string {
  return usePathname({ ssrPath: use(ServedPlace).path });
}

/** The query of the address as text, for example `?tab=goals`. */
export function useSearch(): string {
  return useSearchText({ ssrSearch: use(ServedPlace).search });
}

/** Queries as people write them: `q=123` is a string, without quotation marks. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

/** The query with its question mark, or nothing if no value is given. */
export function stringifySearch(search: Record<string, string | undefined>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** How long the page that is left stays while the code of the next one is loaded, in milliseconds. */
const maxWaitMs = 150;

type Load = (path: string) => Promise<void> | undefined;
let loadPage: Load = () => undefined;

/** Sets what loads a page's code. It returns undefined if the code is already loaded. */
export function beforeNavigation(load: Load): void {
  loadPage = load;
}

type How = {
  /** Adds no entry to the history. */
  replace?: boolean;
  /** Does not scroll to the top. */
  keepScroll?: boolean;
};

/** Opens a page of the app. Resolves once its address is that of the page. */
export async function navigate(
  href: string,
  { replace = false, keepScroll = false }: How = {},
): Promise<void> {
  const loading = loadPage(new URL(href, location.href).pathname);
  if (loading) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
  changeAddress(href, { replace });
  if (!keepScroll) scrollTo(0, 0);
}
