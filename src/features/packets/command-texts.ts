// Text of the palette's command.
export const commandTexts = {
  keywords: 'Generate a report performance review self-assessment promotion',
} as const;
