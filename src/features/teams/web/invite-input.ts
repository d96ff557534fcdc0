// Reads the addresses of the Invite Team Members dialog. Pure.
import { isEmail, normalEmail } from '#platform/mail/address.ts';
import { isBlank } from '#platform/text/plain-text.ts';
import { limits } from '../constants.ts';
import { inviteTexts as texts } from '../invite-texts.ts';

/** The parts of the input between commas and line breaks, trimmed and in lower case, without empty ones. */
function partsOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map(normalEmail)
    .filter((part) => part !== '');
}

/** The valid addresses in the input, each once. The others are dropped silently (R-E6). */
export function addressesIn(text: string): string[] {
  return [...new Set(partsOf(text).filter(isEmail))];
}

/** Why the input cannot be sent. Undefined if it can. */
export function inputProblem(text: string): string | undefined {
  if (partsOf(text).length === 0) return texts.empty;
  const { length } = addressesIn(text);
  if (length === 0) return texts.invalid;
  return length > limits.addresses ? texts.tooMany : undefined;
}

/** The input without these addresses. What else the user typed stays as it is. */
export function withoutAddresses(text: string, sent: readonly string[]): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const parts = line.split(',');
      const left = parts.filter((part) => !sent.includes(normalEmail(part)));
      if (left.length === parts.length) return [line];
      return left.some((part) => !isBlank(part)) ? [left.join(',').trim()] : [];
    })
    .join('\n');
}
