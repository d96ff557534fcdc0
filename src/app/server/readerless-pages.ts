// Pages that depend on nobody: the sign-in in its modes, a guest's page by its tab, and the frame that stands in for a page
// while it is asked who reads it. Each is drawn and compressed once.
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { brotliCompressSync, constants } from 'node:zlib';
import { paths } from '#app/paths.ts';
import type { Prepared } from '#platform/http/prepared.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import type { PageDocument } from './document.ts';

/** There is no one (null), someone whom the page has to ask for, or the page is kept for when there is no connection. */
type ReaderlessWho = null | 'unknown' | 'offline';

export type ReaderlessPage = {
  /** By the request's accept-encoding. */
  pick(accepted: string | undefined): Prepared;
};

export class ReaderlessPages {
  readonly #document: PageDocument;
  readonly #linksOf: (page: string) => string;
  readonly #renderer: PageRenderer | undefined;
  /** As many as there are views; no text of an address gets into a key. */
  readonly #made = new Map<string, Promise<ReaderlessPage>>();

  constructor(document: PageDocument, linksOf: (page: string) => string, renderer: PageRenderer | undefined) {
    this.#document = document;
    this.#linksOf = linksOf;
    this.#renderer = renderer;
  }

  /** The page of an address. */
  page(path: string, search: string, who: ReaderlessWho): Promise<ReaderlessPage> {
    const view = this.#renderer?.viewOf(path, search, who) ?? '';
    const key = `${path} ${who} ${view}`;
    let made = this.#made.get(key);
    if (!made) {
      made = this.#make(path, view, who);
      this.#made.set(key, made);
    }
    return made;
  }

  async #make(path: string, view: string, who: ReaderlessWho): Promise<ReaderlessPage> {
    const guest = path === paths.home && who === null;
    const filling = {
      who,
      page: (await this.#renderer?.readerless(path, view, who)) ?? '',
      links: this.#linksOf(guest ? 'guest' : path),
    };
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': this.#document.policy,
      'cache-control': 'no-cache',
      vary: 'cookie, accept-encoding',
    };
    const plain = this.#document.plain(filling);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const ready = [
      { name: 'br', body: brotliCompressSync(plain, { params }) },
      { name: 'gzip', body: this.#document.gzip(filling) },
    ].map(({ name, body }) => ({
      name,
      answer: { headers: { ...headers, 'content-encoding': name }, body },
    }));
    const whole = { headers, body: plain };
    return {
      pick(accepted) {
        const names = acceptedEncodings(accepted);
        return ready.find(({ name }) => names.has(name))?.answer ?? whole;
      },
    };
  }
}
