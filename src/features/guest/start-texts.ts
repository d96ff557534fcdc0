/** Labels of the links from pages about the product to the logbook. */
export const startTexts = {
  start: (instanceName: string) => `Start your free ${instanceName}`,
  /** For signed-in users. */
  back: 'Back to your logbook',
} as const;
