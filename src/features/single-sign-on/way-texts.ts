// Signing in through the provider, on the sign-in page.
export const signInTexts = {
  button: (provider: string) => `Continue with ${provider}`,
  only: (provider: string) => `This site is for people with an account at ${provider}.`,
} as const;
