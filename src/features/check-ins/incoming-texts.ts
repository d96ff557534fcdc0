// UI copy of what another app shares (R-N9).
export const incomingTexts = {
  lost: {
    title: 'What you shared did not arrive',
    description: 'Please share it again.',
  },
  /** The session that this browser had when it was shared has ended. */
  waits: {
    title: 'What you shared is kept in this browser',
    description: 'It will be in your draft when you sign in.',
  },
  /** Now it has another one. */
  waitsForOther: {
    title: 'What you shared is kept in this browser',
    description: 'It waits for the account that was signed in when you shared it.',
  },
} as const;
