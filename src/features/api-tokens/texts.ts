import { counted } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { RefusalCode, Scope } from './contract.ts';

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  confirmation_needed: { title: 'Please confirm that it is you.' },
  name_required: { title: 'Name required', detail: 'Name the token after what will use it.' },
  name_too_long: { title: 'Name too long', detail: `A name can have up to ${limits.name} characters.` },
  too_many_tokens: {
    title: 'Too many tokens',
    detail: `You can have up to ${limits.tokens} tokens. End one that you no longer use first.`,
  },
};

/** The Capture section of the settings. */
export const texts = {
  create: 'Create a token',
  list: 'Your API tokens',
  loadFailed: 'Your tokens could not be loaded.',
  tryAgain: 'Try again',
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  address: (ip: string) => `Network address ${ip}`,
  expires: (day: string) => `Expires ${day}`,
  expired: (day: string) => `Expired ${day}`,
  neverExpires: 'Never expires',
  end: 'End',
  endOne: (name: string) => `End the token ${name}`,
  ended: 'Token ended',
  endFailed: 'The token could not be ended. Please try again.',
  /** What a token may do, as a part of a list. */
  short: {
    'entries:write': 'Adds entries',
    'suggestions:write': 'Suggests entries',
    'log:read': 'Reads the log',
    'goals:write': 'Changes goals',
  } satisfies Record<Scope, string>,
  form: {
    title: 'Create a token',
    name: 'Name',
    nameHint:
      'What will use it, such as "Phone" or "Release script". Entries that it adds show this name, to you only.',
    may: 'What it may do',
    scopesRequired: 'Choose at least one.',
    expiry: 'Expires',
    days: (days: number) => `In ${counted(days, { one: 'day', other: 'days' })}`,
    never: 'Never',
    neverHint: 'A token that never expires works until you end it.',
    submit: 'Create',
    cancel: 'Cancel',
    failed: 'The token could not be created. Please try again.',
  },
  made: {
    title: 'Your new token',
    once: 'Copy it now: it is not shown again.',
    token: 'Token',
    copyToken: 'Copy the token',
    curl: 'Try it in a terminal',
    copyCurl: 'Copy the command',
    copied: 'Copied',
    copyFailed: 'Your browser did not allow copying. Select the text and copy it.',
    qr: 'QR code of the token',
    qrHint: 'Scan it to bring the token to a phone.',
    done: 'Done',
  },
} as const;
