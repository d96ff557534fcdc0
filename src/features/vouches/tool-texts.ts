// UI copy of requesting a vouch for an entry.

export const toolTexts = {
  vouch: 'Ask someone to vouch for this',
} as const;
