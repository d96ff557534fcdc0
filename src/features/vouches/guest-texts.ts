// Loaded when a guest asks for a vouch.

/** What a guest reads instead. */
export const needsAccountToVouch = {
  title: 'Sign up required',
  text: 'Create an account to have your work confirmed.',
  signUp: 'Sign up',
} as const;
