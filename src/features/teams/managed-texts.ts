/** UI copy of Your Team in the settings: the people whose manager the user is, on the Team plan or not. */
export const managedTexts = {
  title: 'Your Team',
  about: 'You are the manager of these people. The Team plan shows what they share with you in MY TEAM.',
  list: 'People you manage',
  empty: 'Your team has no members left.',
  loadFailed: 'Failed to load your team',
  tryAgain: 'Try again',
  since: (day: string) => `Since ${day}`,
} as const;
