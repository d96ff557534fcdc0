// What only pages say that need a session.
export const signedInTexts = {
  signedOutElsewhere: { title: 'Signed out in another tab' },
  sessionEnded: { title: 'Your session has ended', description: 'Please sign in again.' },
  account: { nameFallback: 'User', settings: 'settings' },
} as const;
