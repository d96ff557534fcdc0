import { counted } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. The server names the address in those about one (R-E6). */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  invalid_email: { title: 'Invalid email address', detail: 'Please check the address for typos.' },
  own_address: { title: 'This is your own address', detail: 'Please enter the address of someone else.' },
  invitation_exists: {
    title: 'Invitation already exists',
    detail: 'You have invited this address before, or you are connected.',
  },
  invitation_declined: {
    title: 'Your invitation was declined',
    detail: `You can invite this address again ${limits.declinedDays} days after that.`,
  },
  plan_required: {
    title: 'The Team plan is required',
    detail: 'Choose a plan in the settings to invite team members.',
  },
  too_many_pending: {
    title: 'Too many pending invitations',
    detail: `You can have up to ${limits.pending} pending invitations. Withdraw some, or wait for answers.`,
  },
  too_many_tries: {
    title: 'Too many invitations',
    detail: `You can send up to ${limits.perDay} invitations a day. Please try again tomorrow.`,
  },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  resend_too_soon: {
    title: 'The email was sent less than a day ago',
    detail: 'Please give them a day to answer.',
  },
  resends_used_up: {
    title: 'The email cannot be sent again',
    detail: `You have already sent it again ${limits.resends} times. You can withdraw the invitation and invite again.`,
  },
  invitation_invalid: {
    title: 'Invalid Invitation',
    detail: 'This invitation link is invalid or has expired. Please ask for a new invitation.',
  },
  another_address: { title: 'This invitation was sent to another address' },
  own_invitation: { title: 'This is your own invitation' },
};

/** The details of refusals that say more about an address. */
export const addressTexts = {
  exists: (email: string) => `Invitation already exists for ${email}`,
  /** `days`: until the address can be invited again. */
  declined: (days: number) =>
    `They declined your invitation. You can invite them again in ${counted(days, { one: 'day', other: 'days' })}.`,
  own: (email: string) => `${email} is your own address. Please enter the address of someone else.`,
  /** Of the sender's own invitation. */
  invited: (email: string) => `You invited ${email}. Only they can accept, using the link in their email.`,
  /** `masked`: such as a•••@example.com. */
  sentTo: (masked: string) => `It was sent to ${masked}. Sign in with the account that has this address.`,
} as const;

/** Copy of the email to an invited address. `name`: the sender's, or address; null for neither. */
export const mailTexts = {
  employee: {
    subject: (name: string | null) =>
      name === null ? 'You have been invited to join a team' : `${name} invites you to join their team`,
    heading: (name: string | null) =>
      name === null ? 'You have been invited to join a team' : `${name} invites you to join their team`,
    body: (instanceName: string) =>
      `${instanceName} keeps a dated log of your work. As a member of the team, you decide entry by entry what you share.`,
    visible:
      'Once you accept, your manager sees the entries that you share with them, your goals, and your shoutouts to them, from then on. Nothing from before. You can leave the team at any time.',
  },
  manager: {
    subject: (name: string | null) =>
      name === null ? 'You have been asked to be a manager' : `${name} invites you to be their manager`,
    heading: (name: string | null) =>
      name === null ? 'You have been asked to be a manager' : `${name} invites you to be their manager`,
    body: (instanceName: string) =>
      `They keep a log of their work in ${instanceName} and want to share entries of it with you.`,
    visible:
      'Once you accept, you see the entries that they share with you, their goals, and their shoutouts to you, from then on. The Team plan shows them in your team view.',
  },
  action: 'View the invitation',
  ends: `The link is valid for ${limits.linkDays} days and only for this address.`,
  why: (sender: string | null, to: string) =>
    `${sender ?? 'A user'} entered the address ${to} to send you this invitation. If you do not know them, ignore this email.`,
} as const;
