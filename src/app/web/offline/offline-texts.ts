export const texts = {
  asOf: (when: string) =>
    `Offline. Showing your log as of ${when}. New entries and goals are sent when you are back online.`,
} as const;
