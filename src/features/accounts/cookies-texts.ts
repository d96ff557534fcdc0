/** In a browser that blocks cookies, no one can stay signed in. */
export const cookiesTexts = {
  title: 'Your browser blocks cookies',
  created: 'Your account was created.',
  what: (host: string) =>
    `This site needs cookies to keep you signed in. Allow cookies for ${host} in your browser settings, then sign in.`,
} as const;
