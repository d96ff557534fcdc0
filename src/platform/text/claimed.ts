/** The most characters of a text of a file in a sentence of ours. */
const mostClaimed = 60;

/**
 * What a file claims, in quotes, so that it cannot pass as a sentence of ours: short, on one line, and without quotes of its
 * own.
 */
export function claimed(text: string): string {
  const plain = text
    .replaceAll(/["“”„‟«»]/g, "'")
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim();
  const characters = [...plain];
  return `"${characters.length > mostClaimed ? `${characters.slice(0, mostClaimed).join('')}...` : plain}"`;
}
