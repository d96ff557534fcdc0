import { limits as tokenLimits } from '#features/api-tokens/constants.ts';
import type { CliScope } from './contract.ts';

/** The texts of /connect, where a user approves a sign-in of the command line. */
export const connectTexts = {
  title: 'Connect the command line',
  intro: 'Type the code that your terminal shows.',
  code: 'Code',
  codeHint: 'Only if you have just run “logbook login” yourself. Never type a code that someone sent you.',
  next: 'Continue',
  codeRequired: 'Type the code, such as WDJB-MJHT.',
  failed: 'That did not work. Please try again.',
  asks: (name: string) => `“${name}” asks for access to your logbook`,
  compare: 'Approve it only if the code and the machine are yours.',
  facts: {
    code: 'Code',
    from: 'Asked from',
    at: 'Asked at',
    account: 'Your account',
  },
  sameNetwork: (ip: string) => `${ip}, your network`,
  otherNetwork: (ip: string) => `${ip}, not your network`,
  warning:
    'The request comes from another network. That is expected for a server that you work on. Otherwise, refuse it: someone may be trying to get into your logbook.',
  may: 'It may',
  scopes: {
    'entries:write': 'Add entries with files, and drafts of review packets',
    'suggestions:write': 'Suggest entries, which you accept or dismiss',
    'log:read':
      'Read your entries with a list of their files, your goals, and the shoutouts and vouches that you received',
    'goals:write': 'Add, change and complete goals',
  } satisfies Record<CliScope, string>,
  mayNot: 'It cannot share, send or delete anything, or change your account.',
  life: `Its access ends after ${tokenLimits.defaultDays} days, or whenever you end it in your settings.`,
  approve: 'Approve',
  refuse: 'Refuse',
  approved: {
    title: (name: string) => `“${name}” is connected`,
    detail: 'Go back to your terminal. You can close this page.',
  },
  refused: {
    title: (name: string) => `“${name}” was refused`,
    detail: 'It got no access. If you did not start it, there is nothing else to do.',
  },
  home: 'Go to your logbook',
} as const;
