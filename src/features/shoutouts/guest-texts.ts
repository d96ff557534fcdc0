// Part of the guest page, so separate from the texts of the tab's content.

/** What a guest sees in the tab. */
export const accountNeeded = {
  title: 'Shoutouts Require an Account',
  text: 'Thank someone by name, and keep the thanks you receive. With an account, you can send and receive shoutouts.',
  signUp: 'Create Account',
} as const;
