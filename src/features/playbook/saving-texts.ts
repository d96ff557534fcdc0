import { counted, plural } from '#platform/text/language.ts';

const wins = (count: number) => counted(count, { one: 'win', other: 'wins' });
const winsAre = (count: number) => counted(count, { one: 'win is', other: 'wins are' });

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
  saved: (added: number, there: number) => ({
    title: added > 0 ? `${wins(added)} added to your logbook` : `${winsAre(there)} already in your logbook`,
    description: [
      ...(added > 0 && there > 0 ? [`${winsAre(there)} already in it.`] : []),
      plural(added + there, {
        one: 'The copy on the playbook page was removed.',
        other: 'The copies on the playbook page were removed.',
      }),
    ].join(' '),
  }),
  /** Deleted from the logbook after they were saved to it. */
  binned: (count: number) => ({
    title: `${winsAre(count)} in Recently deleted`,
    description: plural(count, {
      one: 'It was not added again. Restore it from the end of your timeline. Its copy on the playbook page was kept.',
      other:
        'They were not added again. Restore them from the end of your timeline. Their copies on the playbook page were kept.',
    }),
    duration: 8000,
  }),
  failed: {
    title: 'The wins could not be added',
    description: 'They are still on the playbook page. Please try again.',
  },
  none: {
    title: 'No wins to save',
    text: 'This browser has no wins from the playbook page. They may already be in your logbook.',
    link: 'Write down your wins',
  },
} as const;
