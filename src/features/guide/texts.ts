export const texts = {
  list: {
    title: 'Guide',
    subtitle: 'How to make your work visible',
    description: 'Three short articles: résumés from a logbook, proof of work, and shoutouts as references.',
    intro:
      'Three short articles on what a work log is for: a résumé without guessing, proof that convinces, and people who speak for you.',
  },
  updated: 'Updated',
  minutes: (minutes: number) => `${minutes} min read`,
  back: 'All articles',
  previous: 'Previous',
  next: 'Next',
  more: 'More articles',
  start: {
    title: 'Write down what you did today',
    text: 'One line is enough.',
    noAccount: 'You do not need an account to begin.',
  },
  missing: {
    title: 'Post not found',
    text: 'The guide has no article with this address.',
    back: 'Back to the guide',
  },
};
