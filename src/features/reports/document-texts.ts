// Texts inside the reports and their emails. Dates are formatted by the caller.
import type { Cadence } from '#features/goals/contract.ts';
import { counted, list, plural } from '#platform/text/language.ts';

const goalsOf: Record<Cadence, string> = {
  weekly: 'weekly goal',
  monthly: 'monthly goal',
  quarterly: 'quarterly goal',
};

export const reportTexts = {
  week: 'Week in Review',
  weekTitle: (range: string, name: string) => `Week in Review, ${range}${name && ` - ${name}`}`,
  board: 'Shoutout Board',
  boardTitle: (name: string) => `Shoutout Board${name && ` - ${name}`}`,
  figures: {
    entries: (count: number) => plural(count, { one: 'entry', other: 'entries' }),
    days: (count: number) => plural(count, { one: 'day logged', other: 'days logged' }),
    goals: (count: number) => plural(count, { one: 'goal done', other: 'goals done' }),
    shoutouts: (count: number) => plural(count, { one: 'shoutout', other: 'shoutouts' }),
    files: (count: number) => plural(count, { one: 'file', other: 'files' }),
  },
  was: (count: number) => `was ${count}`,
  /** Days of one month, and other days. */
  days: (month: string, first: number, last: number, year: string) => `${month} ${first} to ${last}, ${year}`,
  range: (from: string, to: string) => `${from} to ${to}`,
  compared: (range: string) => `Small figures: the week before, ${range}.`,
  quiet: {
    title: 'A quiet week',
    sentence: 'Nothing was logged this week. Every logbook has a few of these.',
    current: 'Nothing has been logged this week yet. The next entry starts the report.',
  },
  goals: 'Goals completed',
  cadence: (cadence: Cadence) => goalsOf[cadence],
  received: 'Shoutouts received',
  given: 'Shoutouts given',
  receivedFrom: (name: string) => `From ${name}`,
  givenTo: (email: string) => `To ${email}`,
  fromLog: 'From log',
  tags: 'Tags',
  log: 'Day by day',
  files: (names: string[]) =>
    `${counted(names.length, { one: 'file', other: 'files' })}: ${list(names, 'unit')}`,
  omitted: {
    entries: (count: number) =>
      `${counted(count, { one: 'more entry is', other: 'more entries are' })} in the logbook but not listed here.`,
    goals: (count: number) =>
      `${counted(count, { one: 'more completed goal is', other: 'more completed goals are' })} in the logbook but not listed here.`,
    shoutouts: (count: number) =>
      `${counted(count, { one: 'more shoutout is', other: 'more shoutouts are' })} in the logbook but not listed here.`,
  },
  madeWith: (instanceName: string) => `Made with ${instanceName}.`,
  from: (name: string) => (name === '' ? 'From a personal logbook.' : `From the logbook of ${name}.`),
  zone: (timezone: string) => `Dates are in the time zone ${timezone}.`,
  boardEmpty: 'No shoutouts yet',
} as const;

export const mailTexts = {
  weekSubject: (name: string, range: string) =>
    name === '' ? `Week in Review, ${range}` : `${name}'s week in review, ${range}`,
  boardSubject: 'Your Shoutout Board',
  whySelf: 'You received this email because you sent this report to yourself.',
  why: (sender: string) => `You received this email because ${sender} sent you this report.`,
  someone: 'someone',
} as const;
