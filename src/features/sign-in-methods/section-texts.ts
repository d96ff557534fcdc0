// The texts that pages show before the code of passkeys is loaded.
export const sectionTexts = {
  title: 'Passkeys and second factor',
  about:
    'Sign in with your fingerprint, face, screen lock or security key. A passkey cannot be guessed, and works on no other site.',
  loading: 'Loading your passkeys...',
  signIn: {
    button: 'Use a passkey',
    canceled: 'No passkey was used. Try again, or sign in with your password.',
    failed: 'The passkey could not be used. Please try again, or sign in with your password.',
  },
} as const;
