// The texts that the settings show before the code of the section is loaded.
export const sectionTexts = {
  title: 'Connected apps',
  loading: 'Loading your connected apps...',
} as const;
