// The pages of the links in the weekly email and the reminders.
import { number } from '#platform/text/language.ts';
import type { Kind } from './contract.ts';

const names = { question: 'The weekly email', nudge: 'Reminders' } satisfies Record<Kind, string>;
const are = { question: 'is', nudge: 'are' } satisfies Record<Kind, string>;

export const quietTexts = {
  ask: {
    title: { question: 'Pause or stop the weekly email?', nudge: 'Pause or stop the reminders?' },
    text: {
      question: 'You can turn it on again in your settings at any time.',
      nudge: 'You can turn them on again in your settings at any time.',
    },
    pause: 'Pause',
    stop: 'Turn off',
  },
  paused: {
    title: (kind: Kind) => `${names[kind]} ${are[kind]} paused`,
    text: {
      question: 'Its day and time are kept. You can resume it in your settings.',
      nudge: 'Their days and time are kept. You can resume them in your settings.',
    },
  },
  off: {
    title: (kind: Kind) => `${names[kind]} ${are[kind]} off`,
    text: {
      question: 'You will not get it again unless you turn it on in your settings.',
      nudge: 'You will get no more of them unless you turn them on in your settings.',
    },
  },
  settings: 'Open the settings',
  dead: {
    title: 'This link does not work',
    text: 'It may be incomplete. You can turn off the emails in your settings.',
  },
} as const;

export const answerTexts = {
  title: 'What did you finish this week?',
  /** `address` is masked. */
  intro: (address: string) => `What you write becomes an entry in the log of ${address}.`,
  field: 'Your entry',
  hint: 'You can use #tags, and begin with an emoji.',
  save: 'Add to my log',
  saved: {
    title: 'Added to your log',
    text: 'The entry says that it came by email.',
    more: 'Add another',
    open: 'Open my log',
  },
  notSaved: 'Not saved yet',
  empty: 'Write something first.',
  tooLong: (most: number) => `An entry can have up to ${number(most)} characters.`,
  tooMany: 'This link has added many entries today. Sign in to add more, or try again tomorrow.',
  unavailable: 'Your log cannot be reached right now. Your text is still here: try again in a minute.',
  dead: {
    title: 'This link no longer works',
    text: (days: number) =>
      `Links in the weekly email work for ${days} days, and only while the address that got the email is yours. Sign in to add an entry.`,
    kept: 'What you wrote',
    open: 'Open my log',
  },
} as const;
