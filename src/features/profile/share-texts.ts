/** The dialog that shares the public link. Separate from `texts.ts`, so that it is loaded with the dialog. */
export const shareTexts = {
  create: {
    title: 'Create Your Profile URL',
    label: 'Your profile URL',
    confirm: 'Confirm',
    created: { title: 'Profile URL created!', description: 'You can now share your profile.' },
    failed: 'Failed to create URL',
    failedHint: 'Please try a different name.',
  },
  placeholder: 'your-name',
  reversible: 'You can turn it off in the settings at any time.',
  share: {
    title: 'Share Your Profile',
    label: 'Your profile link',
    networks: 'Share on',
    twitter: 'Twitter',
    linkedin: 'LinkedIn',
    facebook: 'Facebook',
  },
  off: {
    title: 'Your public page is off',
    detail: 'Visitors of this link see "Logbook Not Found" until you turn the page on.',
    turnOn: 'Turn on public page',
    turnedOn: 'Your public page is on',
  },
  /** The text of a post on a social network. */
  text: 'Check out my professional logbook!',
} as const;
