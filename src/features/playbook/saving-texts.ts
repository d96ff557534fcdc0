const wins = (count: number) => (count === 1 ? '1 win' : `${count} wins`);

/** Texts of the dialog that adds the wins of the playbook to the logbook. */
export const savingTexts = {
  title: 'Save your wins',
  about: {
    account:
      'You wrote them on the playbook page. Each becomes an entry in your logbook, dated the day you wrote it.',
    guest:
      'You wrote them on the playbook page. Each becomes an entry in this logbook, which stays in this browser until you create an account.',
  },
  list: 'Wins to save',
  add: (count: number) => `Add ${wins(count)}`,
  later: 'Not now',
  haveAccount: 'Have an account?',
  signIn: 'Sign in first',
  saved: (count: number) => ({
    title: `${wins(count)} added to your logbook`,
    description:
      count === 1
        ? 'The copy on the playbook page was removed.'
        : 'The copies on the playbook page were removed.',
  }),
  failed: {
    title: 'The wins could not be added',
    description: 'They are still on the playbook page. Please try again.',
  },
  none: {
    title: 'No wins to save',
    text: 'This browser has no wins from the playbook page. They may be in your logbook already.',
    link: 'Write down your wins',
  },
} as const;
