// Texts of the menu, which is part of every dashboard. Those of the dialogs are loaded with them.
export const menuTexts = {
  button: 'GENERATE',
  label: 'Generate a report',
  week: 'Week in Review',
  resume: 'Resume (coming soon)',
  board: 'Shoutout Board',
} as const;
