/** First letters of the first and last word, at most two. "?" without a name (R-K7). */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => [...(word ?? '')][0] ?? '').join('');
  return [...letters.toUpperCase()].slice(0, 2).join('') || '?';
}
