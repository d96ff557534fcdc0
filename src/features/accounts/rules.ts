// Validation of names, addresses and passwords, shared by form and server.
import { isBlank, withoutDirections } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** Minutes that a recovery link works (R-A11). */
export const recoveryMinutes = 30;

/** The normalized form in which an address is stored, compared and used for email. Empty if the input is blank. */
export function normalEmail(text: string): string {
  return isBlank(text) ? '' : text.trim().toLowerCase();
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

// Control characters and line separators.
const unprintable = /[\p{Cc}\u2028\u2029]/u;

/** A name as it is stored: trimmed, with inner spaces collapsed. Null for an invalid name. */
export function normalName(text: string): string | null {
  const name = text.trim().replace(/ {2,}/g, ' ');
  if (isBlank(name) || name.length > limits.fullName || unprintable.test(name)) return null;
  return name.includes('://') || withoutDirections(name) !== name ? null : name;
}

/** The refusal code when a password is too short or too long (R-A5), counted in characters. */
export function passwordFault(
  password: string,
): Extract<RefusalCode, 'password_too_short' | 'password_too_long'> | null {
  const length = [...password].length;
  if (length < limits.passwordMin) return 'password_too_short';
  return length > limits.passwordMax ? 'password_too_long' : null;
}
