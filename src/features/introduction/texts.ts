/** Texts of the page that explains the product. `name`: of this instance. */
export const texts = {
  title: (name: string) => `What is ${name}?`,
  subtitle: 'A dated record of your work that stays yours',
  description:
    'A place to note what you finish, learn and help with, on the day it happens, and to find it again when it counts.',
  sentences: (name: string) => [
    `${name} is where you note what you finish, learn and help with, on the day it happens. One line is enough. It is for anyone whose good work is easily forgotten, even by the person who did it.`,
    'When a review, a raise or a new job comes up, you do not have to remember: it is all there, dated and searchable, with the files that prove it and the people who vouch for it.',
    'Your entries are private until you share them, and an account lets you download everything at any time. It is free for you. Only a manager who wants to see what their team shares pays for it.',
  ],
  signUp: 'Create an account',
  noAccount: 'You can start without an account: what you write stays in your browser.',
  picture:
    'A logbook in November, each entry with its date in the margin: an import handed over to support, with a shoutout to a teammate, and the release of the new import pipeline.',
} as const;
