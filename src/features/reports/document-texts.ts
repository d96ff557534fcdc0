// Texts inside the reports and their emails. Dates are formatted by the caller.

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);
const omitted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en')} more ${plural(count, one, many)} in the logbook but not listed here.`;

export const reportTexts = {
  week: 'Week in Review',
  weekTitle: (range: string, name: string) => `Week in Review, ${range}${name && ` - ${name}`}`,
  board: 'Shoutout Board',
  boardTitle: (name: string) => `Shoutout Board${name && ` - ${name}`}`,
  figures: {
    entries: (count: number) => plural(count, 'entry', 'entries'),
    days: (count: number) => plural(count, 'day logged', 'days logged'),
    goals: (count: number) => plural(count, 'goal done', 'goals done'),
    shoutouts: (count: number) => plural(count, 'shoutout', 'shoutouts'),
    files: (count: number) => plural(count, 'file', 'files'),
  },
  was: (count: number) => `was ${count}`,
  compared: (range: string) => `Small figures: the week before, ${range}.`,
  quiet: {
    title: 'A quiet week',
    sentence: 'Nothing was logged this week. Every logbook has a few of these.',
    current: 'Nothing has been logged this week yet. The next entry starts the report.',
  },
  goals: 'Goals completed',
  cadence: (cadence: string) => `${cadence} goal`,
  received: 'Shoutouts received',
  given: 'Shoutouts given',
  receivedFrom: (name: string) => `From ${name}`,
  givenTo: (email: string) => `To ${email}`,
  fromLog: 'From log',
  tags: 'Tags',
  log: 'Day by day',
  files: (names: string[]) => `${names.length} ${plural(names.length, 'file', 'files')}: ${names.join(', ')}`,
  omitted: {
    entries: (count: number) => omitted(count, 'entry is', 'entries are'),
    goals: (count: number) => omitted(count, 'completed goal is', 'completed goals are'),
    shoutouts: (count: number) => omitted(count, 'shoutout is', 'shoutouts are'),
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
  stop: 'Unsubscribe from all emails',
} as const;
