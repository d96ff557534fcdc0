import { detailsTexts } from '#platform/files/details-texts.ts';
import { counted } from '#platform/text/language.ts';
import type { RefusalCode } from './contract.ts';

/** The message that the user sees for each refusal. */
export const refusalTexts: Record<RefusalCode, { title: string; detail?: string }> = {
  logbook_not_found: {
    title: 'Logbook not found',
    detail: "This logbook doesn't exist or isn't public.",
  },
  file_owner_only: detailsTexts.ownerOnly,
};

const verifiedVouches = (count: number) =>
  counted(count, { one: 'verified vouch', other: 'verified vouches' });

export const texts = {
  title: 'Professional Logbook',
  /** What link previews and search engines show. */
  description: (name: string, vouches: number) =>
    vouches === 0
      ? `The professional logbook of ${name}.`
      : `The professional logbook of ${name}, with ${verifiedVouches(vouches)}.`,
  vouches: {
    title: 'Verified Vouches',
    none: 'No verified vouches yet',
    noneHint: 'People who worked with the author can vouch for that work here.',
    verified: (day: string) => `Verified ${day}`,
    check: 'Check this vouch',
    /** Follows it for screen readers: there is one for each vouch. */
    checkOf: (project: string) => `(${project})`,
    contribution: 'Contribution',
    files: 'Files',
    newer: 'Newer vouches',
    older: 'Older vouches',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    pages: 'Pages of vouches',
    file: (name: string, size: string) => `${name}, ${size}`,
    newTab: '(opens in a new tab)',
  },
  ask: {
    open: 'Ask to confirm',
    /** Follows the text of the button for screen readers: there is a button for each vouch. */
    of: (reference: string, project: string) => `(${reference}, ${project})`,
    title: 'Send a verification request',
    to: 'To',
    close: 'Close',
    cancel: 'Cancel',
    send: 'Send request',
  },
  resume: {
    title: 'Resume',
    preview: 'Preview',
    download: 'Download',
    open: 'Open in a new tab',
    noPreview: 'Word documents have no preview.',
    frame: (name: string) => `Preview of ${name}`,
  },
  notFound: {
    title: 'Logbook Not Found',
    text: 'Check the link, or ask the person who gave it to you for the current one.',
    action: 'Go to the home page',
  },
  tooMany: {
    title: 'Too many tries',
    text: 'Too many unknown links were opened from your network. Please wait a minute, then try again.',
    action: 'Try again',
  },
  unavailable: {
    title: 'Logbook not available',
    text: 'The server cannot reach its database right now. Please try again in a moment.',
    action: 'Try again',
  },
} as const;

/** What the picture in link previews says. */
export function pictureTexts({
  full_name: name,
  vouch_count: count,
}: {
  full_name: string;
  vouch_count: number;
}) {
  const vouches = count === 0 ? null : verifiedVouches(count);
  return { name, title: texts.title, vouches };
}

/** What a résumé in JSON says of a vouch, before the position of its reference. */
export const referenceText = (day: string, project: string) => `Verified on ${day} for "${project}".`;
