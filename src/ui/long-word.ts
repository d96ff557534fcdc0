/** Characters of a word. No word of a language, and hardly any URL, is longer. */
const longest = 200;

/**
 * The attribute `data-long-word` of an element that shows a text: set if the text has a word that is too long to be
 * kerned. A line cannot be cut between two kerned letters without shaping the rest of the word again, so each line of
 * such a word would cost as much as the whole word. Fields are never kerned (base.css).
 */
export function longWord(text: string | null): '' | undefined {
  if (text === null || text.length <= longest) return undefined;
  return text.split(/\s/).some(({ length }) => length > longest) ? '' : undefined;
}
