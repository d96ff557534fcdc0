// Validation of names, addresses and passwords, shared by form and server.
import { isBlank, withoutDirections } from '#platform/text/plain-text.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

// Control characters and line separators.
const unprintable = /[\p{Cc}\u2028\u2029]/u;

/** A name as it is stored: trimmed, with inner spaces collapsed. Null for an invalid name. */
export function normalName(text: string): string | null {
  const name = text.trim().replace(/ {2,}/g, ' ');
  if (isBlank(name) || name.length > limits.fullName || unprintable.test(name)) return null;
  return name.includes('://') || withoutDirections(name) !== name ? null : name;
}

/** The refusal code when a password is too short or too long (R-A5), counted in characters. */
export function passwordProblem(
  password: string,
): Extract<RefusalCode, 'password_too_short' | 'password_too_long'> | null {
  const length = [...password].length;
  if (length < limits.passwordMin) return 'password_too_short';
  return length > limits.passwordMax ? 'password_too_long' : null;
}
