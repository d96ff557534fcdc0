// Shared pages, which do not depend on a user: the modes of the sign-in page, a guest's page per tab, and the loading
// page shown while the session is unknown. Each is rendered and compressed once.
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { brotliCompressSync, constants } from 'node:zlib';
import { paths } from '#app/paths.ts';
import type { Prepared } from '#platform/http/prepared.ts';
import type { SharedSession } from '../page-session.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import type { PageDocument } from './document.ts';

export type SharedPage = {
  /** Picks by the request's accept-encoding. */
  pick(accepted: string | undefined): Prepared;
};

type Parts = {
  document: PageDocument;
  /** Link elements for the scripts of a page. */
  linksOf: (page: string) => string;
  /** Elements for link previews of a path. */
  previewOf: (path: string) => string;
  renderer: PageRenderer | undefined;
};

/** The token of an invitation is in the page's URL, which no request from the page should reveal. */
export const referrerOf = (path: string): Record<string, string> =>
  path === paths.accept ? { 'referrer-policy': 'no-referrer' } : {};

export class SharedPages {
  readonly #document: PageDocument;
  readonly #linksOf: (page: string) => string;
  readonly #previewOf: (path: string) => string;
  readonly #renderer: PageRenderer | undefined;
  /** One entry per view. Keys never contain text from the URL, so the map stays small. */
  readonly #pages = new Map<string, Promise<SharedPage>>();

  constructor({ document, linksOf, previewOf, renderer }: Parts) {
    this.#document = document;
    this.#linksOf = linksOf;
    this.#previewOf = previewOf;
    this.#renderer = renderer;
  }

  /** The page for a URL. */
  page(path: string, search: string, session: SharedSession): Promise<SharedPage> {
    const view = this.#renderer?.viewOf(path, search, session) ?? '';
    const key = `${path} ${session} ${view}`;
    let page = this.#pages.get(key);
    if (!page) {
      page = this.#render(path, view, session);
      this.#pages.set(key, page);
    }
    return page;
  }

  /** Whether a query, without its question mark, selects the page without a query. */
  isSame(path: string, query: string): boolean {
    const viewOf = (search: string) => this.#renderer?.viewOf(path, search, null) ?? '';
    return viewOf(`?${query}`) === viewOf('');
  }

  async #render(path: string, view: string, session: SharedSession): Promise<SharedPage> {
    const guest = path === paths.home && session === null;
    const content = {
      session,
      page: (await this.#renderer?.shared(path, view, session)) ?? '',
      links: this.#linksOf(guest ? 'guest' : path) + this.#previewOf(path),
    };
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': this.#document.policy,
      'cache-control': 'no-cache',
      vary: 'cookie, accept-encoding',
      ...referrerOf(path),
    };
    const plain = this.#document.plain(content);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const compressed = [
      { name: 'br', body: brotliCompressSync(plain, { params }) },
      { name: 'gzip', body: this.#document.gzip(content) },
    ].map(({ name, body }) => ({
      name,
      response: { headers: { ...headers, 'content-encoding': name }, body },
    }));
    const uncompressed = { headers, body: plain };
    return {
      pick(accepted) {
        const names = acceptedEncodings(accepted);
        return compressed.find(({ name }) => names.has(name))?.response ?? uncompressed;
      },
    };
  }
}
