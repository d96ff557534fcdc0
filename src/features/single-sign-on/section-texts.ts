// The texts that pages show before the code of single sign-on is loaded.
export const sectionTexts = {
  button: (provider: string) => `Continue with ${provider}`,
  only: (provider: string) => `This site is for people with an account at ${provider}.`,
  title: (provider: string) => `Sign in with ${provider}`,
  loading: 'Loading...',
} as const;
