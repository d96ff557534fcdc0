// What a page needs to know about its reader's browser to render dates and tools: time zone, language, pointer. In the
// browser, these are read directly. On the server, they come from a cookie that the page sets, so both render the same.
import { knownTimeZone, ownTimeZone } from '../clock/time-zone.ts';

export type Reader = {
  /** IANA name */
  timeZone: string;
  /** BCP 47 tag */
  locale: string;
  /** The primary pointer is a finger. */
  touch: boolean;
};

/** The reader of pages that are the same for everyone. */
export const defaultReader: Reader = { timeZone: 'UTC', locale: 'en-US', touch: false };

/**
 * Set while the server renders a page, and while the browser takes that page over. Rendering on the server is
 * synchronous, so readers never mix here.
 */
let currentReader: Reader | undefined;

/** Renders for this reader. `render` must not be async. */
export function renderFor<T>(reader: Reader, render: () => T): T {
  currentReader = reader;
  try {
    return render();
  } finally {
    currentReader = undefined;
  }
}

/**
 * Renders as the server did, until the returned function is called. `reader` is for whom it rendered, or null for
 * everyone: such a page contains no times, so only the language matters. Returns undefined if this browser's own dates
 * differ from those in the page, which it then has to render again.
 */
export function takeOver(reader: Reader | null): (() => void) | undefined {
  const own = ownReader(false);
  if (reader && (reader.timeZone !== own.timeZone || reader.locale !== own.locale)) return undefined;
  currentReader = { ...(reader ?? defaultReader), timeZone: own.timeZone };
  return () => {
    currentReader = undefined;
  };
}

/** This browser's reader. */
export function ownReader(touch: boolean): Reader {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return { timeZone: ownTimeZone(), locale, touch };
}

/** The language of dates and numbers, as a locale for `Intl`. Undefined means the browser's own. */
export const readerLocale = (): string | undefined => currentReader?.locale;

export const readerTimeZone = (): string => currentReader?.timeZone ?? ownTimeZone();

/** Whether tools are rendered for touch, as far as the server knows. */
export const renderedForTouch = (): boolean => currentReader?.touch ?? false;

export const readerCookie = 'logbook-reader';
/** How long browsers are asked to keep the cookie, in seconds. */
export const readerCookieSeconds = 365 * 24 * 3600;

/** The cookie's value for a reader. */
export const describeReader = ({ timeZone, locale, touch }: Reader): string =>
  `${timeZone}|${locale}|${touch ? 'touch' : 'mouse'}`;

/** The reader that a cookie's value describes; null if it is not valid. The value is untrusted. */
export function parseReader(value: string | undefined): Reader | null {
  const [zone = '', tag = '', pointer] = (value ?? '').slice(0, 120).split('|');
  const locale = knownLocale(tag);
  // Keep the browser's name for the zone: runtimes differ in which alias they prefer.
  if (knownTimeZone(zone) === null || locale === null) return null;
  return { timeZone: zone, locale, touch: pointer === 'touch' };
}

/** The reader that a request's cookies describe; null if they do not. For requests that bypass the router. */
export function readerOf(cookies: string | undefined): Reader | null {
  const value = /(?:^|;\s*)logbook-reader=([^;]*)/.exec(cookies ?? '')?.[1];
  if (value === undefined) return null;
  try {
    return parseReader(decodeURIComponent(value));
  } catch {
    return null;
  }
}

/**
 * The locale that a browser names; null if this runtime does not know it. Allows only language, script and region: with
 * extensions, one caller could fill the server's formatter caches.
 */
export function knownLocale(tag: string): string | null {
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag)) return null;
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
}
