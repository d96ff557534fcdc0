// What the weekly email and the reminders say. Never a word about weeks without an entry (R-N5).

/** In the weekly email, if the instance receives mail: only what is written above it is the answer. */
export const replyMarker = '--- Write above this line ---';

export const questionTexts = {
  subject: 'What did you finish this week?',
  reply:
    'Reply to this email, or write on a page. What you write becomes an entry in your log. One line is enough.',
  write: 'Write it down: it becomes an entry in your log. One line is enough.',
  action: 'Write an entry',
  goals: 'Your goals:',
  moreGoals: 'and more',
  entries: 'From your log:',
  link: (days: number) =>
    `The button works for ${days} days without signing in, and only adds entries. Do not forward it.`,
  stop: 'Pause or stop the weekly email',
  why: 'You get this email because you turned on the weekly email in your settings.',
} as const;

export const nudgeTexts = {
  subject: 'Anything for your log?',
  text: 'What did you finish, learn or help with? One line is enough.',
  action: 'Add an entry',
  stop: 'Pause or stop the reminders',
  why: 'You get this email because you turned on reminders in your settings.',
} as const;
