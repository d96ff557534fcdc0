// Pages that say why there is no page.
export const faultTexts = {
  notFound: {
    title: 'Oops! Page not found',
    text: 'There is no page at this address. It may be mistyped, or the page may have moved.',
    home: 'Back to the home page',
  },
  unreachable: {
    title: 'The server is not responding',
    text: 'Your logbook could not be loaded. Check your connection and try again.',
    again: 'Try again',
  },
} as const;
