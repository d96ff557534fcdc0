// UI copy of the commands of the palette.

export const commandTexts = {
  requestVouch: 'Request a vouch',
  requestVouchKeywords: 'reference verify proof',
} as const;
