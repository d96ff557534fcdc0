// Signing in with a passkey, on the sign-in page.
export const signInTexts = {
  button: 'Use a passkey',
  canceled: 'No passkey was used. Try again, or sign in with your password.',
  failed: 'The passkey could not be used. Please try again, or sign in with your password.',
} as const;
