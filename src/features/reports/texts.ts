import { limits } from './constants.ts';
import type { EmailState, RefusalCode } from './contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { waitingTexts } from '#platform/mail/state-texts.ts';
import { number, plural } from '#platform/text/language.ts';

/** "934", or "10,000+" for a number that was counted up to a maximum. */
const upTo = (max: number, count: number) => (count > max ? `${number(max)}+` : number(count));

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  email_required: { title: 'Email required', detail: 'Please enter an email address.' },
  invalid_email: { title: 'Please enter a valid email address.' },
  // The recipient unsubscribed, which the sender must not learn (R-J3), or too many emails of the sender are waiting.
  email_not_sent: {
    title: 'Email not sent',
    detail: 'This email cannot be sent from here right now. Download the report and send it yourself.',
  },
  too_many_emails: {
    title: 'Too many emails',
    detail: 'You have emailed many reports in the last hour. Please wait a while.',
  },
};

/** The dialog of both reports. */
export const dialogTexts = {
  share: 'Share',
  download: 'Download',
  downloadHtml: 'Download HTML',
  print: 'Print',
  printPdf: 'Print PDF',
  email: 'Email',
  emailTo: 'Email to',
  send: 'Send',
  emailRequired: { title: 'Email required', description: 'Please enter an email address.' },
  emailFailed: 'Failed to send email. Please try again.',
  waiting: waitingTexts satisfies Record<Exclude<EmailState, 'queued'>, (email: string) => object>,
} as const;

export const weekTexts = {
  title: 'Week in Review',
  loading: 'Generating your week in review...',
  failed: 'Failed to generate the weekly report. Please try again.',
  earlier: 'Earlier week',
  later: 'Later week',
  /** The week in the frame. */
  shown: (from: string, to: string, isCurrent: boolean) =>
    isCurrent ? `This week: ${from} to ${to}` : `${from} to ${to}`,
  sent: (email: string) =>
    ifEmailLeaves({ title: 'Email sent!', description: `Week in review sent to ${email}` }, heldText),
  frame: 'Report',
} as const;

export const boardTexts = {
  title: 'Shoutout Board',
  loading: 'Loading your shoutouts...',
  failed: 'Failed to load shoutouts. Please try again.',
  empty: {
    title: 'No shoutouts yet',
    sentence: 'Shoutouts you send and receive will appear here.',
    filtered: 'No shoutouts match these filters.',
  },
  /** `count`: of all that match, of which the newest are `shown`. */
  count: (count: number, shown: number) => {
    const all = plural(count, { one: '1 shoutout', other: `${upTo(limits.counted, count)} shoutouts` });
    if (count <= shown) return all;
    const [newest, older] = [number(shown), upTo(limits.counted - shown, count - shown)];
    return plural(count - shown, {
      one: `${all}. The newest ${newest} are shown, and 1 older one is not.`,
      other: `${all}. The newest ${newest} are shown, and ${older} older ones are not.`,
    });
  },
  noAddress: "Unable to get your email address. Please make sure you're logged in.",
  get sent() {
    return ifEmailLeaves(
      { title: 'Success', description: 'Shoutout board has been sent to your email!' },
      heldText,
    );
  },
  direction: 'Show',
  directions: { all: 'Received and sent', received: 'Received', sent: 'Sent' },
  period: 'Period',
  periods: { all: 'All time', month: 'Last 30 days', quarter: 'Last 3 months', year: 'Last 12 months' },
  parties: {
    received: (name: string) => `From ${name}`,
    sent: (email: string) => `To ${email}`,
  },
  fromLog: 'From log',
} as const;
