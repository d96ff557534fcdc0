/** The link of the logbook to the inbox. */
export const linkTexts = {
  count: (count: number) => (count === 1 ? '1 suggestion' : `${count.toLocaleString('en')} suggestions`),
} as const;
