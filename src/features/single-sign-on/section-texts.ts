// The texts that pages show before the code of single sign-on is loaded.
export const sectionTexts = {
  title: (provider: string) => `Sign in with ${provider}`,
  loading: 'Loading...',
} as const;
