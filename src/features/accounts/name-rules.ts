// How a user's name is shown to people who may not know the user, such as in an email (R-A3).
import { isBlank } from '#platform/text/plain-text.ts';

const longestPlainName = 60;
// Letters of every script, and the punctuation of names: O'Connor, J. R. R., Martin Luther King, Jr., "Bob", ז׳בוטינסקי.
const nameCharacters = /^[\p{L}\p{M} '’‘"“”„«»().,·・׳״\u0f0b\p{Pd}]+$/u;
/** A period that a host name may contain: letters follow it directly, or no letter precedes it. */
const hostPeriod = /\.\p{M}*\p{L}\p{M}*\p{L}|(?:^|[^\p{L}\p{M}])\./u;
/** Words that only addresses contain. */
const linkWord = /(?:^|[^\p{L}\p{M}])(?:https?|ftp|mailto|www|com)(?![\p{L}\p{M}])/iu;
/** Joiners inside words of Persian and Indic scripts. */
const joiners = /[\u200c\u200d]/g;
/** Titles with a period or a slash that would otherwise look like a host; "son of" and "daughter of" in Malaysia. */
const titles = /(?<=^| )(?:(?:Dott|Prof)\.ssa|[BM]\.(?:Sc|Ed|Eng)\.?|[sd]\/o|a\/[lp])(?=[ ,]|$)/g;

/**
 * Whether a name contains no link, address, number or symbol, and is not too long. Only such a name of an unverified
 * account, or entered by someone else, appears in an email to a possible stranger. The number of words does not matter:
 * real names have up to eight.
 */
export function isPlainName(name: string): boolean {
  // NFKC makes full-width and other look-alike letters, periods and digits ordinary ones.
  const plain = name.replace(/[´`]/g, "'").normalize('NFKC').replace(joiners, '').replace(titles, '');
  return (
    plain.length <= longestPlainName &&
    nameCharacters.test(plain) &&
    /\p{L}/u.test(plain) &&
    !hostPeriod.test(plain) &&
    !linkWord.test(plain)
  );
}

/**
 * How a user is named to people who may not know them: by the name as written if the address is verified or the name is
 * plain. Otherwise by `address`: the primary one if it is verified, or null.
 */
export function shownName(fullName: string, address: string | null): string | null {
  if (isBlank(fullName)) return address;
  return address !== null || isPlainName(fullName) ? fullName : null;
}
