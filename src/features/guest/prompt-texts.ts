/** The prompt that asks a guest to save their progress. Loaded with it. */
export const promptTexts = {
  title: 'Save Your Progress',
  text: 'Your logbook is only in this browser. With an account, it is safe, on all your devices, and ready to share. What you wrote comes with you.',
  signUp: 'Create Account',
  later: 'Not now',
} as const;
