// UI copy of the commands of the palette.

export const commandTexts = {
  sendShoutout: 'Send Shoutout',
  sendShoutoutKeywords: 'thank praise appreciation teammate',
} as const;
