/** The callout after subscribing, which is loaded on the dashboard. */
export const calloutTexts = {
  title: 'Welcome to Team Plan',
  text: 'MY TEAM is yours now: invite the people you manage, and see what they share with you.',
  gotIt: 'Got it',
} as const;
