/** UI copy of a member's logbook as the manager sees it (/team-member/{user_id}). */
export const memberTexts = {
  back: 'Back to My Team',
  heading: (name: string) => `${name}'s Logbook`,
  since: (date: string) => `Since ${date}`,
  /** What the manager sees from that date on (R-E3, R-E7). */
  sees: 'You see the check-ins shared with you, goals, and shoutouts to you from this date on.',
  seesLegacy: 'You see the check-ins shared with you from this date on.',
  tabs: { label: "Team member's logbook", entries: 'Entries', goals: 'Goals', shoutouts: 'Shoutouts' },
  /** Counts beyond the limit. */
  moreThan: (max: number) => `${max}+`,
  loading: 'Loading the logbook',
  notFound: {
    title: 'Team member not found.',
    detail: 'You can only open the logbooks of your team members.',
  },
  ended: {
    title: (name: string) => `You can no longer see ${name}'s logbook`,
    detail: 'They are no longer on your team, or your Team plan has ended.',
  },
  failed: {
    title: 'Failed to load the logbook',
    detail: 'Check your connection and try again.',
  },
  listFailed: {
    title: 'This list could not be loaded',
    sentence: 'Check your connection and try again.',
    offline: 'You are offline. The list appears when the connection is back.',
    tryAgain: 'Try again',
  },
  more: 'Show older',
  entries: {
    empty: 'No entries yet',
    emptyDetail: (name: string) => `Check-ins that ${name} shares with you appear here.`,
    label: (date: string, time: string) => `Entry of ${date}, ${time}`,
    isNew: 'New',
    isNewDetail: 'New to you',
    goal: 'Goal',
    answer: 'Send a shoutout',
    answerFor: (start: string) => `Send a shoutout about: ${start}`,
    /** The first words of the message that answers an entry. */
    answerText: (start: string) => `Well done: “${start}”`,
  },
  goals: {
    empty: 'No goals yet',
    emptyDetail: (name: string) => `Goals that ${name} sets appear here.`,
    completed: (date: string) => `Completed ${date}`,
    open: 'Open goals',
    done: 'Completed goals',
  },
  shoutouts: {
    empty: 'No shoutouts yet',
    emptyDetail: (name: string) => `Shoutouts from ${name} to you appear here.`,
    label: (date: string) => `Shoutout of ${date}`,
  },
} as const;
