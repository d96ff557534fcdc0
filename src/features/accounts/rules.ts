// Validation of names, addresses and passwords, shared by form and server.
import { limits, type RefusalCode } from './contract.ts';

/** Minutes that a recovery link works (R-A11). */
export const recoveryMinutes = 30;

/** The normalized form in which an address is stored, compared and used for email. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

// Deliberately narrow: one mailbox at one host name, no quotes, comments, groups, lists or IP literals (R-J4).
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Whether a normalized address names exactly one mailbox. */
export function isEmail(address: string): boolean {
  if (address.length > limits.email) return false;
  const at = address.lastIndexOf('@');
  return at > 0 && at <= 64 && local.test(address.slice(0, at)) && host.test(address.slice(at + 1));
}

/** A masked address that its owner recognizes and a stranger cannot use: the first letter and the host. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

// Control characters, line separators, and marks that change the direction of text.
const invisible = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

// What takes no space on the screen, or only blank space, such as a Hangul filler.
const blank = /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}\u2800]/gu;

/** A name as it is stored: trimmed, with inner spaces collapsed. Null for an invalid name. */
export function normalName(text: string): string | null {
  const name = text.trim().replace(/ {2,}/g, ' ');
  if (name === '' || name.length > limits.fullName || invisible.test(name) || name.includes('://'))
    return null;
  return name.replace(blank, '') === '' ? null : name;
}

const nameWord = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
/** Jr., Dr., or an initial. */
const abbreviation = /^\p{L}\p{M}*\p{L}?\p{L}?\.$/u;
const particle = /^(?:al|bin|da|das|de|del|della|den|der|di|do|dos|du|el|ibn|la|le|ten|ter|van|von|y|zu)$/u;
/** Scripts that write sentences without spaces. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;
const longestPlainName = { words: 3, unspaced: 8, length: 50 };

/**
 * Whether a name contains no host, address, number or sentence. Only such a name appears in an email that anyone can
 * trigger to a stranger (R-A3). Some real names are longer: their emails greet without a name.
 */
export function isPlainName(name: string): boolean {
  const words = name.split(' ').filter((word) => !particle.test(word));
  return (
    name.length <= longestPlainName.length &&
    words.length <= longestPlainName.words &&
    (name.match(unspaced)?.length ?? 0) <= longestPlainName.unspaced &&
    words.every((word) => nameWord.test(word) || abbreviation.test(word)) &&
    (words.length <= 1 || words.every((word) => !/^\p{Ll}/u.test(word)))
  );
}

/** The refusal code when a password is too short or too long (R-A5), counted in characters. */
export function passwordFault(
  password: string,
): Extract<RefusalCode, 'password_too_short' | 'password_too_long'> | null {
  const length = [...password].length;
  if (length < limits.passwordMin) return 'password_too_short';
  return length > limits.passwordMax ? 'password_too_long' : null;
}
