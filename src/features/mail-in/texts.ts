import { list } from '#platform/text/language.ts';
import { limits, type RefusalReason } from './constants.ts';

const megabytes = limits.message / 1024 / 1024;

/** User-facing message for each error code. */
export const refusalTexts: Record<'no_inbound_mail', { title: string; detail?: string }> = {
  no_inbound_mail: { title: 'No inbound email', detail: 'This Logbook does not receive email.' },
};

/** The part of the Capture section of the settings. */
export const texts = {
  about: 'Write to a private address, from any program, and the email becomes an entry.',
  how:
    'An email from one of your verified addresses becomes an entry. Any other waits as a suggestion until you confirm it. ' +
    'The subject is the first line, and attachments become files.',
  secret: 'Anyone who knows the address can send you suggestions. A new one ends the old one.',
  make: 'Create an address',
  address: 'Your private address',
  copy: 'Copy the address',
  copied: 'Copied',
  copyFailed: 'Your browser did not allow copying. Select the address and copy it.',
  renew: 'New address',
  renewed: ['New address', 'Email to the old one is no longer accepted.'],
  end: 'End',
  endLabel: 'End the address for email',
  ended: ['Address ended', 'Email to it is no longer accepted.'],
  made: 'Address created',
  failed: 'The address could not be changed. Please try again.',
  neverUsed: 'Never used',
  lastUsed: (when: string) => `Last used ${when}`,
  loadFailed: 'Your address for email could not be loaded.',
  tryAgain: 'Try again',
} as const;

/** To the owner of an address, about a message that was not added (R-N3). */
export const refusalMail = {
  subject: (instanceName: string) => `An email could not be added to your ${instanceName}`,
  heading: 'An email was not added',
  arrived: 'An email to your private address arrived, and it was not added to your log.',
  reasons: {
    empty: 'It had no text and no subject.',
    'too-long': 'Its text is longer than an entry can be. Send it in parts, or as an attachment.',
    'too-large': `It is larger than ${megabytes} MB, with its attachments.`,
    unreadable: 'It is damaged, or built in a way that cannot be read.',
    'inbox-full': 'Too many suggestions are waiting. Accept or dismiss some, then send it again.',
  } satisfies Record<RefusalReason, string>,
  unknown: 'If you did not send it, someone else knows the address: make a new one in your settings.',
  action: 'Open your settings',
  why: `You received this email because an email to your private address was refused. We send at most ${limits.notices} of these a day.`,
} as const;

const longestReason = 200;

/** Why a message is a suggestion. `author`: as the message claims. `refused`: files that could not be kept. */
export const suggestionTexts = {
  reason(author: string | undefined, refused: readonly string[]): string {
    const from = author === undefined ? 'An unknown sender' : author;
    const why = `${from.length > 100 ? `${from.slice(0, 99)}…` : from}: not proven to be you.`;
    const text = refused.length === 0 ? why : `${why} Not kept: ${list(refused, 'unit')}`;
    return text.length > longestReason ? `${text.slice(0, longestReason - 1).toWellFormed()}…` : text;
  },
} as const;

/** Responses to the service that delivers email. */
export const webhookTexts = {
  wrong_secret: { code: 'wrong_secret', title: 'The secret is not that of MAIL_IN_SECRET.' },
  unknown: { code: 'unknown_recipient', title: 'There is no such address.' },
  refused: { code: 'refused_message', title: 'The message cannot become an entry.' },
  recipient: 'The address of the request needs `?recipient=`, the address that the message was sent to.',
} as const;
