import { counted } from '#platform/text/language.ts';

/** The page on which the user decides. */
export const allowTexts = {
  title: 'Connect an app',
  asks: 'An app asks to use your log',
  quoted: (name: string) => `“${name}”`,
  facts: { name: 'It calls itself', host: 'It belongs to', returns: 'Continues at', account: 'Your account' },
  unproven:
    'Nothing proves whose app this is. Allow it only if you have just started this in an app that you trust.',
  onDevice: 'An app on this device',
  may: 'What it may do',
  scopesRequired: 'Choose at least one, or cancel.',
  mayNot:
    'It can never share, send, publish or delete anything, and never reaches your account. What it adds shows its name, to you only.',
  until: 'For how long',
  days: (days: number) => counted(days, { one: 'day', other: 'days' }),
  endHint: 'You can end it at any time in the settings.',
  allow: 'Allow',
  cancel: 'Cancel',
  failed: 'Your decision could not be sent. Please try again.',
  loading: 'Loading...',
  loadFailed: 'The request of the app could not be loaded',
  loadFailedHint: 'Check your connection and try again.',
  tryAgain: 'Try again',
  over: {
    title: 'This request is over',
    detail: 'It has expired, was already decided, or was made in another browser. Start again in the app.',
  },
  home: 'Go to your log',
} as const;
