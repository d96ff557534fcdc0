// What a page must know of its reader's browser to draw dates and tools: time zone, language, pointer. In the browser it
// is read from the browser. On the server it comes from a cookie that the page keeps, so that both draw the same.
import { knownTimeZone, ownTimeZone } from '../clock/time-zone.ts';

export type Reader = {
  /** IANA name */
  timeZone: string;
  /** BCP 47 tag */
  locale: string;
  /** The main pointer is a finger. */
  touch: boolean;
};

/** Set while the server draws a page. Drawing is synchronous, so no two readers ever meet here. */
let drawnFor: Reader | undefined;

/** Draws for this reader. `draw` must not be async. */
export function drawFor<T>(reader: Reader, draw: () => T): T {
  drawnFor = reader;
  try {
    return draw();
  } finally {
    drawnFor = undefined;
  }
}

/** The language of dates and numbers, as `Intl` takes it; undefined stands for the browser's own. */
export const readerLocale = (): string | undefined => drawnFor?.locale;

export const readerTimeZone = (): string => drawnFor?.timeZone ?? ownTimeZone();

/** Whether tools are drawn for fingers, as far as the server knows. */
export const drawnForTouch = (): boolean => drawnFor?.touch ?? false;

export const readerCookie = 'logbook-reader';

/** The cookie's value for this browser. */
export function describeReader(touch: boolean): string {
  const { locale } = Intl.DateTimeFormat().resolvedOptions();
  return [ownTimeZone(), locale, touch ? 'touch' : 'mouse'].join('|');
}

/** The reader that a cookie's value describes; null where it describes none. The value may be anything. */
export function parseReader(value: string | undefined): Reader | null {
  const [zone = '', tag = '', pointer] = (value ?? '').slice(0, 120).split('|');
  const locale = knownLocale(tag);
  // By the browser's own name for the zone: runtimes differ in which of its names they prefer.
  if (knownTimeZone(zone) === null || locale === null) return null;
  return { timeZone: zone, locale, touch: pointer === 'touch' };
}

/** Language, script and region only: extensions would let one caller fill the server's caches of formatters. */
function knownLocale(tag: string): string | null {
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(tag)) return null;
  return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
}
