import { limits } from './constants.ts';

/** Consonants only, so that no code is a word, without those that are easily mistaken for others: 20 of them (RFC 8628, 6.1). */
export const codeLetters = 'BCDFGHJKLMNPQRSTVWXZ';

const shape = new RegExp(`^[${codeLetters}]{${limits.code}}$`);

/** A code as it is shown: in groups of four. */
export function shownCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** The code that a user has typed, in any case and with any separators. Undefined if it is not one. */
export function readCode(input: string): string | undefined {
  const code = input.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');
  return shape.test(code) ? code : undefined;
}
