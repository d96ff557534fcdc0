// Today's rendering of the policy. Its date is the reader's day in the reader's language, as far as a cookie says (R-L2).
import { localDay } from '#platform/clock/wall-time.ts';
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
const kept = 60;

/** More than there are time zones. Their names can be spelled in many ways. */
const keptZones = 1000;

/** In every time zone, a day begins at a quarter of an hour. */
const quarterMs = 15 * 60_000;

/** Returns today's day in a time zone. Finding it costs more than sending the page, so it is kept for its quarter hour. */
function makeToday(): (timeZone: string) => string {
  const days = new Map<string, string>();
  let quarter = 0;
  return (timeZone) => {
    const now = Math.floor(Date.now() / quarterMs);
    if (now !== quarter || days.size >= keptZones) days.clear();
    quarter = now;
    const day = days.get(timeZone) ?? localDay(Date.now(), timeZone);
    days.set(timeZone, day);
    return day;
  };
}

/** Returns the page for a request's cookies. It renders once a day and language. */
export function todaysPage(
  render: (today: Today) => CachedPage,
): (cookies: string | undefined) => CachedPage {
  const pages = new Map<string, CachedPage>();
  const today = makeToday();
  return (cookies) => {
    const { timeZone, locale } = readerOf(cookies) ?? unknownReader;
    const day = today(timeZone);
    const key = `${day} ${locale}`;
    const known = pages.get(key);
    if (known) return known;
    if (pages.size >= kept) pages.clear();
    const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(day),
    );
    const page = render({ day, text, locale });
    pages.set(key, page);
    return page;
  };
}
