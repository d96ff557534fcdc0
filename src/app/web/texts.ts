export const texts = {
  tagline: 'the new way to résumé',
  skip: 'Skip to content',
  tabs: 'Logbook',
  timeline: 'TIMELINE',
  heading: (name: string) => `${name}'s Logbook`,
  ownHeading: 'Your Logbook',
  since: (day: string) => `Logging since ${day}`,
  offline: 'You are offline. What you type stays in this browser.',
  offlineGuest: 'You are offline. Your logbook is in this browser, so you can keep writing.',
  notFound: {
    title: 'Oops! Page not found',
    text: 'There is no page at this address. It may be mistyped, or the page may have moved.',
    home: 'Back to the home page',
  },
  failed: {
    title: 'This page could not be displayed',
    text: 'Something went wrong on this page. What you saved is safe. Reloading usually fixes it.',
    reload: 'Reload the page',
  },
  unreachable: {
    title: 'The server is not responding',
    text: 'Your logbook could not be loaded. Check your connection and try again.',
    again: 'Try again',
  },
  /** Links to the pages about the product. */
  pages: {
    label: 'About this site',
    about: (name: string) => `What is ${name}?`,
    guide: 'Guide',
    playbook: 'Playbook',
    privacy: 'Privacy policy',
    accessibility: 'Accessibility',
  },
  /** The buttons that open the sections above the tabs on a phone. */
  proof: {
    label: 'Invitations, vouches and resume',
    invitations: 'Invitations',
    vouches: 'Vouches',
    resume: 'Resume',
  },
  openPalette: 'Search or jump to...',
  share: 'Share',
  signedOutElsewhere: { title: 'Signed out in another tab' },
  sessionEnded: { title: 'Your session has ended', description: 'Please sign in again.' },
  account: { nameFallback: 'User', settings: 'settings' },
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
