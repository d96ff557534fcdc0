/** What the notification of a reminder says: push messages have no content (R-N6). */
export const pushTexts = {
  title: 'Anything for your log?',
  body: 'What did you finish, learn or help with? One line is enough.',
} as const;
