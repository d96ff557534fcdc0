// UI copy of the dialog "Signed proof" of a vouch.
import type { Form } from './carrier-constants.ts';

export const proofTexts = {
  title: 'Signed proof',
  about:
    'A signed file that says: on this day, the holder of a mailbox confirmed this text. Anyone can check it without an account, even when this site no longer exists.',
  download: 'Download',
  /** In this order. */
  forms: {
    pdf: { name: 'PDF', hint: 'To read and print, with the signed file attached' },
    png: { name: 'Picture (PNG)', hint: 'A badge with the signed file inside' },
    svg: { name: 'Picture (SVG)', hint: 'The same, for sites that take it' },
    json: { name: 'Signed file (JSON)', hint: 'Open Badges 3.0: keep this one' },
    jwt: { name: 'For other wallets (JWT)', hint: 'The same in another form' },
  } satisfies Record<Form, { name: string; hint: string }>,
  downloadOf: (name: string) => `Download ${name}`,
  loading: 'Loading the address...',
  unavailable: 'The address of this proof cannot be loaded.',
  tryAgain: 'Try again',
  publicTitle: 'Public address',
  address: 'Address of this proof',
  addressHint: 'It works while this vouch is on your public page.',
  copy: 'Copy address',
  open: 'Open',
  linkedIn: 'Add to LinkedIn',
  qr: 'QR code of the address',
  qrHint: 'Scan it to open the proof, or put it on a printed résumé.',
  embed: 'HTML for your own site',
  embedHint: 'A picture that leads to the proof, without scripts.',
  copyEmbed: 'Copy HTML',
  copied: 'Copied',
  notPublic:
    'This proof has no address of its own, because your public page is off. The files above can be checked without one.',
  toSettings: 'Turn on the public page',
  failed: 'That did not work. Please try again.',
} as const;
