// UI copy of requesting a vouch for an entry.

export const toolTexts = {
  vouch: 'Ask someone to vouch for this',
} as const;

/** What a guest reads instead. */
export const needsAccountToVouch = {
  title: 'Sign up required',
  text: 'Create an account to have your work confirmed.',
  signUp: 'Sign up',
} as const;
