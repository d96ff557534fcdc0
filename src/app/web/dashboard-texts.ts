// Texts of the logbook, of users and guests.
export const dashboardTexts = {
  tabs: 'Logbook',
  timeline: 'TIMELINE',
  heading: (name: string) => `${name}'s Logbook`,
  ownHeading: 'Your Logbook',
  since: (day: string) => `Logging since ${day}`,
  /** The buttons that open the sections above the tabs on a phone. */
  proof: {
    label: 'Invitations, vouches and resume',
    invitations: 'Invitations',
    vouches: 'Vouches',
    resume: 'Resume',
  },
} as const;
