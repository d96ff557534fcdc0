/** The page that says why a program's request cannot go on. */
export const pageTexts = {
  failed: 'This app cannot be connected',
  about:
    'The app sent a request that Logbook does not understand, or that has expired. Nothing was connected, and you were not sent back to it.',
  said: 'What is wrong, for the developer of the app:',
  again: 'Start again in the app. If this page comes back, the app has to be corrected.',
} as const;
