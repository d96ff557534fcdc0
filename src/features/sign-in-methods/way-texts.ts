// Signing in with a passkey, on the sign-in page.
export const signInTexts = {
  button: 'Use a passkey',
  canceled: 'No passkey was used. Try again, or sign in another way.',
  failed: 'The passkey could not be used. Please try again, or sign in another way.',
} as const;
