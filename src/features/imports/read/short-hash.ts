/** 106 bits of a text, as an id of 22 characters. Not for secrets: two multiplicative hashes of 53 bits (cyrb53). */
export function shortHash(text: string): string {
  return [0, 0x9e3779b9].map((seed) => hash53(text, seed).toString(36).padStart(11, '0')).join('');
}

/** 53 bits of a text. */
export function hash53(text: string, seed = 0): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
