/** Of components that every screen shares. */
export const texts = {
  close: 'Close',
  loading: 'Loading...',
  notifications: 'Notifications',
  closeMessage: 'Close message',
  undo: 'Undo',
  theme: {
    label: 'Theme',
    button: (chosen: string) => `Theme: ${chosen}`,
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
};
