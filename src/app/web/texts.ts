export const texts = {
  tagline: 'the new way to résumé',
  skip: 'Skip to content',
  offline: 'You are offline. What you type stays in this browser.',
  offlineGuest: 'You are offline. Your logbook is in this browser, so you can keep writing.',
  failed: {
    title: 'This page could not be displayed',
    text: 'Something went wrong on this page. What you saved is safe. Reloading usually fixes it.',
    reload: 'Reload the page',
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
  openPalette: 'Search or jump to...',
  share: 'Share',
} as const;
