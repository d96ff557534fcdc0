// Part of every page, so separate from the texts of the tab's content.
export const tabTexts = {
  label: 'SHOUTOUTS',
  /** Describes the tab's counter to screen readers, after the number. */
  unread: () => 'unread',
} as const;
