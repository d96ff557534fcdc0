/** Of components that every screen shares. */
export const texts = {
  close: 'Close',
  loading: 'Loading...',
  notifications: 'Notifications',
  closeMessage: 'Close message',
  undo: 'Undo',
  /** Part of a page whose code could not be loaded. */
  failed: {
    title: 'This part could not be loaded',
    description: 'Check your connection and try again.',
    again: 'Try again',
  },
  /** What is on the key. */
  controlKey: 'Ctrl',
  theme: {
    label: 'Theme',
    button: (chosen: string) => `Theme: ${chosen}`,
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
};
