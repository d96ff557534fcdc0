/** Separate from `texts.ts`, so that they are loaded with the palette. */
export const paletteTexts = {
  count: (count: number) =>
    count === 1 ? '1 command' : count === 0 ? 'Nothing found' : `${count} commands`,
  add: 'Add Log Entry',
  addKeywords: 'new write check-in win',
  addGoal: 'Add Goal',
  search: 'Search entries',
  searchFor: (input: string) => `Search entries for "${input}"`,
  tab: (name: string) => `Go to ${name}`,
  settings: 'Settings',
  settingsKeywords: 'profile account name email password photo link feedback download delete',
  signOut: 'Sign Out',
  signIn: 'Sign in',
  signUp: 'Create an account',
  theme: { light: 'Theme: Light', dark: 'Theme: Dark', system: 'Theme: System' },
  shortcuts: 'Keyboard shortcuts',
  shortcutsKeywords: 'keys help',
  singleKeysOff: 'Turn single-key shortcuts off',
  singleKeysOn: 'Turn single-key shortcuts on',
  keys: {
    add: 'Add a log entry',
    search: 'Search your entries',
    palette: 'Search or jump to anything',
    save: 'Save in a dialog',
    undo: 'Undo a deletion or a completed goal',
    list: 'Show this list',
  },
} as const;
