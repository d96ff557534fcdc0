// Part of every page, so separate from the texts of the tab's content.
export const tabTexts = {
  /** Describe the tab's counter to screen readers. */
  shared: 'shared entries',
  sharedOne: 'shared entry',
} as const;
