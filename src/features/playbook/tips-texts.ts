// UI copy of the tips by email (R-K2): the dialog, the page of the links, and the frame of the emails.
import { tipsLimits } from './tips-constants.ts';
import type { TipsRefusal } from './tips-contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { counted, number, plural } from '#platform/text/language.ts';

const emails = (count: number) => counted(count, { one: 'email', other: 'emails' });

/** What the visitor reads for each refusal. */
export const tipsRefusalTexts: Record<TipsRefusal, { title: string; detail: string }> = {
  email_required: { title: 'Email required', detail: 'Please enter your email address.' },
  invalid_email: { title: 'Invalid email address', detail: 'Please check the address for typos.' },
  too_many_tries: { title: 'Too many sign-ups', detail: 'Please try again tomorrow.' },
};

export const dialogTexts = {
  open: 'Get the tips by email',
  title: 'A script and a habit a week',
  intro:
    'Six short emails, one a week. Each has one thing to say at work and one habit to keep. Then the series ends.',
  email: 'Your email',
  submit: 'Send me the tips',
  cancel: 'Cancel',
  close: 'Close',
  privacy:
    'We use your address for these emails only. Each has a link that stops them and deletes your address.',
  get sent() {
    return ifEmailLeaves("You'll get weekly scripts and tips!", heldText.title);
  },
  next: (days: number) =>
    ifEmailLeaves(
      `One more step: open our email and confirm your address within ${days} days.`,
      `${heldText.description} It asks you to confirm your address.`,
    ),
  nothing: `Not there after a few minutes? Check your spam folder. We do not send a new link to an address that got one in the last ${tipsLimits.hoursBetweenLinks} hours, already gets the tips, or has unsubscribed from all our emails.`,
  done: 'Done',
  failed: 'Something went wrong. Please try again.',
} as const;

export const pageTexts = {
  ask: {
    title: 'Get a script and a habit a week?',
    text: (address: string, count: number) =>
      `${address} will get ${emails(count)}, one a week, starting now. Then the series ends.`,
    confirm: 'Yes, send me the tips',
    ignore: 'Did someone else enter your address? Close this page. No tips are sent unless you confirm.',
    refuse: 'No, delete my address',
  },
  confirmed: {
    title: 'The tips are on their way',
    /** `sent` of `count` emails were sent. */
    text: (address: string, sent: number, count: number) => {
      if (sent === 0)
        return `${address} gets a script and a habit a week. The first email arrives in a few minutes.`;
      if (sent < count) return `${address} gets a script and a habit a week: ${sent} of ${count} so far.`;
      return plural(count, {
        one: `${address} has received the email in the series.`,
        other: `${address} has received all ${number(count)} emails in the series.`,
      });
    },
    stop: 'Stop the tips',
    /** After the last one. */
    forget: 'Delete my address',
    titleAfter: 'That was the last tip',
    back: 'Back to the playbook',
  },
  /** After the link that stops them. */
  askStop: {
    title: 'Stop the tips?',
    text: (address: string) => `${address} will get no more tips and will be deleted from the list.`,
    stop: 'Stop the tips',
    keep: 'Keep them',
  },
  stopped: {
    title: 'No more tips',
    text: 'Your address was deleted from the list.',
  },
  dead: {
    title: 'This link no longer works',
    text: `A link works for ${tipsLimits.confirmDays} days, until a newer one is sent or the tips are stopped. You can sign up again on the playbook page.`,
    action: 'Go to the playbook',
  },
  unavailable: {
    title: 'Please try again',
    text: "Your sign-up can't be read right now. Nothing has changed. Please try again in a minute.",
    retry: 'Try again',
  },
} as const;

export const confirmationTexts = {
  subject: 'Confirm: a script and a habit a week',
  heading: 'Confirm, and the tips start',
  body: (count: number) =>
    `You asked for our tips on raises and promotions: ${emails(count)}, one a week, each with a script and a habit. Please confirm that this address is yours.`,
  action: 'Confirm my address',
  ends: `The link works for ${tipsLimits.confirmDays} days. If you don't use it, you get no tips, and your address is deleted.`,
  why: (to: string, instanceName: string) =>
    `Someone entered ${to} on the playbook of ${instanceName}. If it wasn't you, ignore this email.`,
} as const;

export const tipFrame = {
  script: 'Say it like this:',
  habit: 'This week:',
  stop: 'Stop the tips',
  playbook: 'Open the playbook',
  /** `position` from 1. */
  why: (position: number, count: number) =>
    `You signed up for these tips. This is number ${position} of ${count}.`,
} as const;
