import { describeReader, readerCookie } from '#platform/reader/reader.ts';

const yearSeconds = 365 * 24 * 3600;

/** Stores time zone, language and pointer type in a cookie, so that the server renders pages as this browser will. */
export function keepReaderCookie(): void {
  const value = encodeURIComponent(describeReader(matchMedia('(pointer: coarse)').matches));
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${readerCookie}=${value}; path=/; max-age=${yearSeconds}; samesite=lax${secure}`;
}
