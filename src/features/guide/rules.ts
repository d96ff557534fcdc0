// Pure rules of the guide.

/** Words that people read in a minute. */
const wordsPerMinute = 230;

/** Minutes to read a text, at least one (R-L1). */
export const readMinutes = (words: number): number => Math.max(1, Math.round(words / wordsPerMinute));

export const guidePath = '/guide';

export const articlePath = (slug: string): string => `${guidePath}/${slug}`;
