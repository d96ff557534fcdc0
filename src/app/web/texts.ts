export const texts = {
  tagline: 'the new way to résumé',
  skip: 'Skip to content',
  offline: 'You are offline. What you type stays here; saving works again when you are back online.',
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
  /** Heading of the settings' part that holds the download and the Danger Zone. */
  yourData: 'Your data',
} as const;
