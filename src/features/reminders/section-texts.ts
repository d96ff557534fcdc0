// The texts that the settings show before the code of the section is loaded.
export const sectionTexts = {
  title: 'Weekly email and reminders',
  about: 'Logbook can ask you to write something down. Everything here is off until you turn it on.',
  loading: 'Loading your reminders...',
} as const;
