import { describeReader, ownReader, readerCookie, readerCookieSeconds } from '#platform/reader/reader.ts';

/**
 * Stores time zone, language and pointer type in a cookie, so that the server renders pages as this browser will. The
 * documents of signed-in users set it again (src/app/server/web.ts).
 */
export function keepReaderCookie(): void {
  const value = encodeURIComponent(describeReader(ownReader(matchMedia('(pointer: coarse)').matches)));
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${readerCookie}=${value}; path=/; max-age=${readerCookieSeconds}; samesite=lax${secure}`;
}
