// Names of the sections of the settings.
export const listTexts = {
  settings: {
    list: 'Sections of the settings',
    sections: {
      profile: 'Profile',
      publicPage: 'Public page',
      sharing: 'Sharing',
      capture: 'Capture',
      plan: 'Plan',
      signIn: 'Sign-in',
      data: 'Data',
    },
  },
  /** Headings in the last section of the settings: the download, then Sign Out and the Danger Zone. */
  yourData: 'Your data',
  yourAccount: 'Account',
} as const;
