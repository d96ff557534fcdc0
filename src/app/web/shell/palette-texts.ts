import { counted } from '#platform/text/language.ts';

/** Separate from `texts.ts`, so that they are loaded with the palette. */
export const paletteTexts = {
  count: (count: number) =>
    count === 0 ? 'Nothing found' : counted(count, { one: 'command', other: 'commands' }),
  add: 'Add Log Entry',
  addKeywords: 'new write check-in win',
  search: 'Search entries',
  searchFor: (input: string) => `Search entries for "${input}"`,
  tab: (name: string) => `Go to ${name}`,
  shareProfile: 'Share your profile',
  shareProfileKeywords: 'public link page url copy twitter linkedin facebook',
  inbox: 'Go to Inbox',
  inboxKeywords: 'suggestions accept dismiss',
  importKeywords: 'import calendar csv spreadsheet jira linear linkedin obsidian markdown day one memos',
  settings: 'Settings',
  settingsKeywords:
    'profile account name email password photo link feedback download delete team plan subscription billing',
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
    /** What is on these keys. */
    enter: 'Enter',
    space: 'Space',
    inbox: {
      title: 'In the inbox',
      move: 'Next and previous suggestion',
      accept: 'Accept',
      edit: 'Edit and accept',
      dismiss: 'Dismiss',
      select: 'Select',
      merge: 'Merge what is selected, or the group',
    },
  },
} as const;
