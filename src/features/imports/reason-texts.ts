// Why something is suggested, as the inbox shows it. The rule of grouping is part of it.

const of = (name: string) => (name === '' ? '' : ` “${name}”`);

export const reasonTexts = {
  event: (calendar: string) => `Event in your calendar${of(calendar)}`,
  series: (calendar: string) =>
    `One of a series of events in your calendar${of(calendar)}, grouped by series`,
  todo: (calendar: string) => `Task that you completed in your calendar${of(calendar)}`,
  journal: (calendar: string) => `Note in your calendar${of(calendar)}`,
  row: (line: number) => `Row ${line} of your table`,
  rowWithTicket: (line: number, ticket: string) => `Row ${line} of your table, grouped by ${ticket}`,
  issue: (program: string, key: string) =>
    `${program} issue${key === '' ? '' : ` ${key}`}, done, grouped by project`,
  note: (path: string, by: 'ticket' | 'heading' | undefined) =>
    `Note ${path}${by === undefined ? '' : `, grouped by ${by}`}`,
  journalEntry: (journal: string) =>
    `Day One entry${journal === '' ? '' : ` in the journal “${journal}”, grouped by journal`}`,
  memo: 'Memo',
  achievement: (project: string) =>
    project === '' ? 'BragDoc achievement' : 'BragDoc achievement, grouped by project',
  resume: (section: string) => `Your résumé: ${section}`,
  linkedIn: (section: string) => `Your LinkedIn profile: ${section}`,
} as const;
