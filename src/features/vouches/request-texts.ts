// UI copy of the form on the public page that asks a reference to confirm a vouch, and of its email (R-F4).
import { requestLimits } from './request-constants.ts';
import type { RequestRefusal } from './request-contract.ts';
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { number } from '#platform/text/language.ts';

/** What the visitor reads for each refusal. */
export const requestRefusalTexts: Record<RequestRefusal, { title: string; detail: string }> = {
  all_fields_required: { title: 'All fields required', detail: 'Please fill out all fields.' },
  invalid_email: { title: 'Invalid email address', detail: 'Please check the address for typos.' },
  text_too_long: {
    title: 'Text too long',
    detail: `A name can have up to ${requestLimits.name} characters, and a message up to ${number(requestLimits.message)}.`,
  },
  too_many_tries: { title: 'Failed to send request', detail: 'Please try again later.' },
};

export const requestTexts = {
  get sent() {
    return ifEmailLeaves(
      { title: 'Request sent!', detail: 'The reference will receive your verification request.' },
      { title: 'Request saved', detail: heldText.description },
    );
  },
  failed: { title: 'Failed to send request', detail: 'Please try again later.' },
  fields: { requester_name: 'Your name', requester_email: 'Your email', message: 'Message' },
  /** Who reads what the visitor writes: shown above the button of the form. */
  whoReads:
    'The reference gets your name, email address and message by email and can reply to you. The owner of this logbook can read them, too.',
} as const;

/** Copy of the email to the reference. `owner`: their name, or null if it is not plain. */
export const requestMailTexts = {
  subject: (owner: string | null) =>
    owner === null
      ? 'Someone asks you to confirm a vouch'
      : `Someone asks you to confirm your vouch for ${owner}`,
  heading: 'Can you confirm this vouch?',
  greeting: (reference: string) => `Hello ${reference},`,
  body: (visitor: string, owner: string | null) =>
    `${visitor} read the public logbook of ${owner ?? 'a person you vouched for'} and asks you to confirm your vouch for this project:`,
  message: 'Their message:',
  reply: (email: string, instanceName: string) =>
    `If you reply to this email, your reply goes to ${email}. ${instanceName} has not checked who that is. They learn your address only if you reply.`,
  ignore: 'You do not have to answer: your vouch stays as it is.',
  why: (owner: string | null, to: string) =>
    `${to} vouched for ${owner ?? 'a user'}, and anyone who reads the public logbook can ask about it.`,
} as const;
