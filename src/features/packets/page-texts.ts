// Texts of the page of a link, and of what is shown instead.

export const pageTexts = {
  recorded: (issuer: string, version: number, day: string) =>
    `${issuer} recorded these lines. Version ${version} was published on ${day}.`,
  notTruth: 'The record says what was written and when. It does not say that the content is true.',
  check: 'Check every line of this packet',
  ends: (day: string) =>
    `Only people with this link can open this page. It works until ${day}, unless its owner ends it earlier.`,
  forms: 'The same as',
  pdf: 'PDF',
  word: 'Word',
  markdown: 'Markdown',
  json: 'packet.json',
  print: 'Print this page with your browser.',
  files: 'Files',
  filesHint:
    'Sizes and hashes are those of the original files. Photos, videos and audio open without the details saved in them, such as the place.',
  note: 'Note',
  ended: {
    title: 'This packet is not available',
    text: 'The link has expired or was ended, or it is incomplete. Ask the person who gave it to you for a new one.',
    action: 'Go to sign in',
  },
  unavailable: {
    title: 'This packet cannot be loaded right now',
    text: 'The link is fine. Please try again in a minute.',
    action: 'Try again',
  },
  fileUnavailable: {
    title: 'This file cannot be opened',
    text: 'It is no longer in the log that the packet is from, or its owner keeps this type of file to themselves.',
    action: 'Back to the packet',
  },
} as const;
