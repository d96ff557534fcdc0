// The texts that pages show before the code of passkeys is loaded.
export const sectionTexts = {
  title: 'Passkeys and second factor',
  about:
    'Sign in with your fingerprint, face, screen lock or security key. A passkey cannot be guessed, and works on no other site.',
  loading: 'Loading your passkeys...',
} as const;
