// Email addresses, as forms and the server read them.
import { isBlank } from '#platform/text/plain-text.ts';

/** The longest address, in characters. */
export const addressLength = 254;

/**
 * The normalized form in which an address is stored, compared and used for email. Empty if the input is blank. Only letters
 * of ASCII become lowercase: the Kelvin sign would become a k, and its mailbox another one.
 */
export function normalEmail(text: string): string {
  return isBlank(text) ? '' : text.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

// Deliberately narrow: one mailbox at one host name, no quotes, comments, groups, lists or IP literals (R-J4).
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** Whether a normalized address names exactly one mailbox. */
export function isEmail(address: string): boolean {
  if (address.length > addressLength) return false;
  const at = address.lastIndexOf('@');
  return at > 0 && at <= 64 && local.test(address.slice(0, at)) && host.test(address.slice(at + 1));
}

/** A masked address that its owner recognizes and a stranger cannot use: the first letter and the host. */
export function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}
