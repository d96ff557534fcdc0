// Texts of publishing, the link and copies as text. Days are formatted by the caller.
import { heldText, ifEmailLeaves } from '#platform/mail/email-state.ts';
import { waitingTexts } from '#platform/mail/state-texts.ts';
import { counted, number, plural } from '#platform/text/language.ts';
import type { Life } from './contract.ts';

export const publishTexts = {
  button: 'Publish and share',
  label: 'Publish and share',
  notYet: 'Not published yet. Publishing freezes the packet as it is now; you can update it later.',
  version: (version: number, day: string) => `Version ${number(version)}, published on ${day}.`,
  unchanged: 'Nothing has changed since.',
  keyRetired:
    'Nothing has changed since, but the key that signed it was replaced. Update it, so that the pages of its PDF are signed again.',
  changed: (items: number) => {
    if (items === 0) return 'Its text or order has changed since.';
    return `${counted(items, { one: 'item', other: 'items' })} changed since.`;
  },
  publish: 'Publish',
  update: 'Update',
  published: 'Packet published',
  updated: 'Packet updated',
  life: 'The link works for',
  lives: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' } satisfies Record<Life, string>,
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  openLink: 'Open',
  until: (day: string) => `Works until ${day}.`,
  ended: 'The link has ended. Its readers see nothing anymore.',
  expired: 'The link has expired. Its readers see nothing anymore.',
  end: 'End link',
  linkEnded: 'Link ended',
  renew: 'Make a new link',
  renewed: 'New link made',
  opens: (count: number) => plural(count, { one: 'Opened once', other: `Opened ${number(count)} times` }),
  notOpened: 'Not opened yet',
  opensHint: 'By day, never by whom. Your own visits do not count.',
  emailTo: 'Email the link to',
  send: 'Send',
  sent: (email: string) =>
    ifEmailLeaves({ title: 'Email sent!', description: `Link sent to ${email}` }, heldText),
  waiting: waitingTexts,
  emailRequired: { title: 'Email required', description: 'Please enter an email address.' },
  copyMarkdown: 'Copy as Markdown',
  copyText: 'Copy as plain text',
  copied: 'Copied',
  download: {
    start: { pdf: 'Download PDF', docx: 'Download Word' },
    label: 'Download of the packet',
    making: 'Making the file...',
    loading: 'Downloading...',
    cancel: 'Cancel',
    untitled: 'Review packet',
  },
  notSaved: 'Your changes are not saved on the server yet. Check your connection and try again.',
  failed: 'That did not work. Please try again.',
} as const;
