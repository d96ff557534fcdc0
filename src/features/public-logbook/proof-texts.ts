// UI copy of the page of a public vouch's proof.

export const proofTexts = {
  title: (name: string) => `Proof: ${name}`,
  description: (owner: string) => `Work of ${owner}, as the holder of a mailbox confirmed it.`,
  /** Before the link to the public page. */
  by: 'From the professional logbook of',
  statement: 'The reference added',
  files: 'Files that the reference saw',
  claimed: 'What this says',
  notClaimed: 'What this does not say',
  notClaims: [
    'Who holds the mailbox: nothing proves the name of the reference.',
    'Whether the text is true, or complete.',
    'Who wrote it: the name of the author is as they entered it.',
  ],
  check: 'Check this vouch',
  how: 'The signature is checked in your browser. It needs no account, and works with the saved file when this site no longer exists.',
  save: 'Save it as',
  json: 'Signed file (JSON)',
  png: 'Picture (PNG)',
  svg: 'Picture (SVG)',
  saveHint: 'Each of them contains the signed text.',
  embed: 'Show it on another site',
  embedHint: 'A picture that leads here, without scripts or cookies:',
  notFound: {
    title: 'No such proof',
    text: 'It does not exist, or is no longer public. If you have its file, you can still check it.',
    action: 'Check a file',
  },
} as const;
