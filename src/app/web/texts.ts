export const texts = {
  tagline: 'the new way to résumé',
  skip: 'Skip to content',
  offline:
    'You are offline. What you type stays here, and new entries are sent by themselves when you are back online.',
  offlineGuest: 'You are offline. Your logbook is in this browser: go on writing, and stay on this page.',
  notFound: {
    title: 'Oops! Page not found',
    text: 'Nothing is kept under this address. It may be mistyped, or the page may have moved.',
    home: 'Back to the start page',
  },
  failed: {
    title: 'This page could not be shown',
    text: 'Something went wrong in the page itself. What you saved is safe; reloading usually mends it.',
    reload: 'Reload the page',
  },
  unreachable: {
    title: 'The server does not answer',
    text: 'Your logbook could not be loaded. Check the connection, then try again.',
    again: 'Try again',
  },
  palette: {
    label: 'Search or jump to...',
    count: (count: number) =>
      count === 1 ? '1 command' : count === 0 ? 'Nothing found' : `${count} commands`,
    add: 'Add Log Entry',
    addWords: 'new write check-in win',
    addGoal: 'Add Goal',
    search: 'Search entries',
    searchFor: (typed: string) => `Search entries for "${typed}"`,
    tab: (name: string) => `Go to ${name}`,
    settings: 'Settings',
    settingsWords: 'profile account name e-mail password photo link feedback download delete',
    signOut: 'Sign Out',
    signIn: 'Sign in',
    signUp: 'Create an account',
    theme: { light: 'Theme: Light', dark: 'Theme: Dark', system: 'Theme: System' },
    shortcuts: 'Keyboard shortcuts',
    shortcutsWords: 'keys help',
    singleKeysOff: 'Turn single-key shortcuts off',
    singleKeysOn: 'Turn single-key shortcuts on',
    keys: {
      add: 'Add a log entry',
      search: 'Search your entries',
      palette: 'Search or jump to anything',
      save: 'Save, in the dialog',
      undo: 'Bring back what was just deleted',
      list: 'Show this list',
    },
  },
  /** Heading of the settings' part that holds the download and the Danger Zone. */
  yourData: 'Your data',
} as const;
