/** The same text in memory of its own: a part of a text keeps the whole text that it was cut from in memory. */
export const owned = (text: string): string => ` ${text}`.slice(1);
