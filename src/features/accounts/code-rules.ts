// Codes that replace a passkey, as their holder writes them down and types them (R-Q2).

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 16;
const group = 4;

/** A code from 16 random bytes: 80 bits, in groups such as `abcd-efgh-ijkl-mnop`. */
export function codeFrom(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % alphabet.length]!).join('');
  return letters.replaceAll(new RegExp(`.{${group}}(?!$)`, 'g'), '$&-');
}

/** The letters of a typed code, whatever its case, spaces and hyphens. Another text stays wrong. */
export function plainCode(typed: string): string {
  return typed.toLowerCase().replaceAll(/[\s-]/g, '');
}
