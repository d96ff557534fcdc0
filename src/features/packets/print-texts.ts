// Texts of the print, and of what a guest's packet does not have.
export const printTexts = {
  print: 'Print',
  unsigned: 'This print is not signed: its reader cannot check whether it was changed.',
  needsAccount: {
    sentence: 'A link to share and a signature need an account. Your packets come with you.',
    signUp: 'Create an account',
  },
} as const;
