import { number } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

const maxLength = number(limits.message);

/** User-facing message for each error code, with an optional `detail` sentence. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  recipient_required: { title: 'Email required', detail: 'Please enter the email address of your teammate.' },
  invalid_email: { title: 'Invalid email address', detail: 'Please check the address for typos.' },
  message_required: { title: 'Message required', detail: 'Please write what you want to thank them for.' },
  message_too_long: {
    title: 'Message too long',
    detail: `A shoutout can have up to ${maxLength} characters. Please shorten it.`,
  },
  own_address: {
    title: 'This is your own address',
    detail: 'A shoutout goes to someone else. Write a check-in to celebrate your own work.',
  },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  too_many_tries: { title: 'Too many shoutouts', detail: 'Please wait a while before you send more.' },
};

/** Shown if the sender has deleted the account or the name is not known (R-D4). */
export const unknownSender = 'Unknown';

/** The entry that a kept shoutout creates. `name`: the sender's, if it is known. */
export function keptContent(message: string, name: string | undefined): string {
  return `${name === undefined ? 'Shoutout' : `Shoutout from ${name}`}: “${message}”`;
}

export const texts = {
  send: 'Send a shoutout',
  empty: {
    title: 'No shoutouts yet',
    sentence: 'Shoutouts you send and receive will appear here.',
  },
  emptyFilter: {
    received: 'No shoutouts received yet',
    sent: 'No shoutouts sent yet',
    sentence: 'Thank a teammate: shoutouts often come back.',
  },
  loading: 'Loading your shoutouts...',
  failed: {
    toast: 'Failed to load shoutouts. Please try again.',
    title: 'Failed to load shoutouts',
    sentence: 'Your shoutouts are safe. Check your connection and try again.',
    offline: 'You are offline. Your shoutouts appear when the connection is back.',
    tryAgain: 'Try again',
  },
  filter: {
    label: 'Show',
    all: 'All',
    received: 'Received',
    sent: 'Sent',
  },
  from: (name: string) => `From ${name}`,
  to: (email: string) => `To ${email}`,
  fromLog: 'From log',
  more: 'Show older shoutouts',
  draftKept: 'Draft kept',
  keep: {
    action: 'Add to my log',
    actionFor: (name: string) => `Add to my log: shoutout from ${name}`,
    kept: 'In your log',
    done: 'Added to your timeline',
    failed: 'Failed to add it to your log',
    failedDetail: 'The shoutout is still here. Please try again.',
  },
  dialog: {
    title: 'Send Shoutout',
    about: 'They get it by email, even without an account.',
    recipient: 'Recipient email',
    message: 'Message',
    messageHint: 'Say what they did, and what it made possible.',
    entry: 'From your log (optional)',
    noEntry: 'No entry',
    /** Names the chosen entry until it is loaded. */
    chosenEntry: 'The entry you chose',
    entryHint: `They see its first ${limits.excerpt} characters, never the entry itself.`,
    send: 'Send Shoutout',
  },
  sent: {
    title: 'Shoutout sent!',
    saved: 'Shoutout saved',
    held: 'It will be sent when you verify your email.',
    waiting: (email: string) =>
      `You have reached the limit of emails to new people. The email to ${email} will be sent automatically once there is room.`,
    emailFailed: 'Shoutout saved but email failed to send',
    emailFailedDetail: (email: string) => `${email} can still see it after signing in.`,
    failed: 'Failed to send shoutout. Please try again.',
    entryDeleted: {
      title: 'Shoutout not sent',
      description: 'The entry you chose no longer exists. Choose another one, or send it without an entry.',
    },
  },
} as const;

/** Copy of the email. `name`: the sender's name, or the address if the name is not plain; null for neither. */
export const mailTexts = {
  subject: (name: string | null, instance: string) =>
    name === null ? `You received a shoutout on ${instance}` : `${name} sent you a shoutout`,
  heading: (name: string | null) =>
    name === null ? 'You received a shoutout' : `${name} sent you a shoutout`,
  about: 'It is about this entry in their log:',
  open: 'Keep it in your logbook',
  newcomer: (instance: string) =>
    `No account yet? ${instance} is a free logbook of your work. Sign up with this address, and the shoutout is waiting for you.`,
  signUp: 'Create a free account',
  why: (sender: string | null, to: string) => `${sender ?? 'A user'} sent this shoutout to ${to}.`,
} as const;
