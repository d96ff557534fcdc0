export const texts = {
  asOf: (when: string) =>
    `Offline. Showing your log as of ${when}. New entries and goals are sent when you are back online.`,
  settings:
    'These are your settings as this browser last saw them. You can change them when you are back online.',
  noValue: 'None',
  page: { on: 'On', off: 'Off' },
} as const;
