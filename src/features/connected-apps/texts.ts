import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  confirmation_needed: { title: 'Please confirm that it is you.' },
  request_over: {
    title: 'This request is over',
    detail: 'It has expired, was already decided, or was made in another browser. Start again in the app.',
  },
  too_many_apps: {
    title: 'Too many connected apps',
    detail: `You can connect up to ${limits.apps} apps. End one that you no longer use in the settings first.`,
  },
  too_many_tries: { title: 'Too many attempts' },
  scopes_not_asked: { title: 'The app did not ask for that.' },
};

/** The section of the settings. */
export const texts = {
  list: 'Your connected apps',
  none: 'No app is connected. An assistant connects when you give it the address of this Logbook.',
  loadFailed: 'Your connected apps could not be loaded.',
  tryAgain: 'Try again',
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  since: (day: string) => `Connected ${day}`,
  until: (day: string) => `Until ${day}`,
  end: 'End',
  endOne: (name: string) => `End the connection to ${name}`,
  ended: 'Connection ended',
  endFailed: 'The connection could not be ended. Please try again.',
} as const;
