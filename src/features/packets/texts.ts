import { number } from '#platform/text/language.ts';
import { limits } from './constants.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  packet_changed: {
    title: 'Changed in another window',
    detail: 'This packet was changed in another tab or on another device.',
  },
  packet_too_large: {
    title: 'This packet is too large',
    detail: `A packet can have up to ${number(limits.items)} items. Take some out, or make two packets.`,
  },
  too_many_packets: {
    title: 'Too many packets',
    detail: `You can have up to ${limits.packets} packets. Delete one first.`,
  },
  invalid_packet_period: {
    title: 'Choose another period',
    detail: 'A period ends on or after the day it begins, and lasts up to ten years.',
  },
  nothing_to_publish: {
    title: 'Nothing to publish yet',
    detail: 'Put at least one item into the packet.',
  },
  too_many_proofs: {
    title: 'Too many proofs',
    detail: `A packet can carry the proofs of up to ${limits.proofs} vouches. Untick the proof of some.`,
  },
  not_published: { title: 'Not published yet', detail: 'Publish the packet first.' },
  id_taken: { title: 'ID already in use', detail: 'Something else was already saved with this ID.' },
  email_required: { title: 'Email required', detail: 'Please enter an email address.' },
  invalid_email: { title: 'Please enter a valid email address.' },
  // The recipient unsubscribed, which the sender must not learn (R-J3), or too many emails of the sender are waiting.
  email_not_sent: {
    title: 'Email not sent',
    detail: 'This email cannot be sent from here right now. Copy the link and send it yourself.',
  },
  too_many_emails: {
    title: 'Too many emails',
    detail: 'You have emailed many packets in the last hour. Please wait a while.',
  },
  too_many_tries: {
    title: 'Too many downloads',
    detail: 'You have downloaded many files in the last hour. Please wait a while.',
  },
};

/** The title of a document whose draft has none. */
export const untitled = 'Review packet';

export const mailTexts = {
  subject: (sender: string | null, title: string) => (sender === null ? title : `${sender}: ${title}`),
  heading: (sender: string | null) =>
    sender === null ? 'A review packet for you' : `${sender} sent you a review packet`,
  about: (from: string, to: string) =>
    `It shows work from ${from} to ${to}. Each line says when it was written, and its reader can check every line.`,
  open: 'Open the packet',
  ends: (day: string) => `The link works until ${day}, unless its owner ends it earlier.`,
  why: (sender: string | null, to: string) => `${sender ?? 'Someone'} sent this review packet to ${to}.`,
} as const;
