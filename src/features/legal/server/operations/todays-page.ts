// Today's rendering of the policy. Its date is the reader's day in the reader's language, as far as a cookie says (R-L2).
import { localDay } from '#platform/clock/wall-time.ts';
import type { PagePick } from '#platform/http/content-page.ts';
import type { CachedPage } from '#platform/http/page-cache.ts';
import { readerOf, type Reader } from '#platform/reader/reader.ts';

export type Today = {
  /** `YYYY-MM-DD` */
  day: string;
  text: string;
  /** The language of the text. */
  locale: string;
};

/** Without the cookie: a search engine, or a first visit. */
const unknownReader: Pick<Reader, 'timeZone' | 'locale'> = { timeZone: 'UTC', locale: 'en-US' };

/** More renderings than there are common languages. Each is 15 kB, and 60 with its plain form. */
const maxPages = 60;

/** More than there are time zones. Their names can be spelled in many ways. */
const maxZones = 1000;

/** In every time zone, a day begins at a quarter of an hour. */
const quarterMs = 15 * 60_000;

/** Today's day in time zones. Finding it costs more than sending the page, so it is kept for its quarter of an hour. */
class Days {
  readonly #days = new Map<string, string>();
  #quarter = 0;

  kept(timeZone: string): string | undefined {
    const now = Math.floor(Date.now() / quarterMs);
    if (now !== this.#quarter || this.#days.size >= maxZones) this.#days.clear();
    this.#quarter = now;
    return this.#days.get(timeZone);
  }

  in(timeZone: string): string {
    const day = this.kept(timeZone) ?? localDay(Date.now(), timeZone);
    this.#days.set(timeZone, day);
    return day;
  }
}

/** Picks the page for a request's cookies. It is rendered once a day and language. */
export function todaysPage(render: (today: Today) => CachedPage): PagePick {
  const pages = new Map<string, CachedPage>();
  const days = new Days();
  const readerBy = (cookies: string | undefined) => readerOf(cookies) ?? unknownReader;

  function add(key: string, today: Today): CachedPage {
    const page = render(today);
    pages.set(key, page);
    const [oldest] = pages.keys();
    if (pages.size > maxPages) pages.delete(oldest!);
    return page;
  }

  return {
    kept(cookies) {
      const { timeZone, locale } = readerBy(cookies);
      const day = days.kept(timeZone);
      return day === undefined ? undefined : pages.get(`${day} ${locale}`);
    },
    page(cookies) {
      const { timeZone, locale } = readerBy(cookies);
      const day = days.in(timeZone);
      const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
      // A cookie may name any region, such as Arubian German: the language that is used for it.
      const used = format.resolvedOptions().locale;
      const key = `${day} ${used}`;
      return pages.get(key) ?? add(key, { day, text: format.format(new Date(day)), locale: used });
    },
  };
}
