// Texts of the print, and of what a guest's packet does not have.
export const printTexts = {
  /** In place of what the editor says about signed packets. */
  about: 'A period of your log as a document. You choose what is in it, and print it.',
  print: 'Print',
  unsigned: 'This print is not signed: its reader cannot check whether it was changed.',
  needsAccount: {
    sentence: 'A link to share and a signature need an account. Your packets come with you.',
    signUp: 'Create an account',
  },
} as const;
