// SHA-256 of what identifies a suggestion. Not WebCrypto, which browsers offer only over HTTPS and which cannot be awaited in a
// transaction of IndexedDB.
import type { SuggestionSource } from './constants.ts';

/** What remains of a suggestion that was accepted or dismissed (R-O2), in hexadecimal. */
export function keyOf({ source, source_id }: { source: SuggestionSource; source_id: string }): string {
  return sha256(new TextEncoder().encode(`${source}\n${source_id}`));
}

const isPrime = (n: number) => {
  for (let i = 2; i * i <= n; i++) if (n % i === 0) return false;
  return true;
};
const primes = Array.from({ length: 310 }, (_, n) => n + 2).filter(isPrime);
const fraction = (x: number) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const rounds = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const turn = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** FIPS 180-4. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + i * 4);
    for (let i = 16; i < 64; i++)
      words[i] = words[i - 16]! + low(words[i - 15]!) + words[i - 7]! + high(words[i - 2]!);
    compress(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const low = (x: number) => turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
const high = (x: number) => turn(x, 17) ^ turn(x, 19) ^ (x >>> 10);

function compress(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = [...state] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i]! + words[i]!) | 0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word;
}
