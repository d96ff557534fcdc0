// Part of the dashboard, so separate from the texts of the section's content.
export const sectionTexts = {
  title: 'Resume',
  unavailable: 'Your resume could not be loaded.',
  tryAgain: 'Try again',
} as const;
