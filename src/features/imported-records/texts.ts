// Texts of what other instances recorded.
import type { RecordOutcome } from './contract.ts';

type Refused = Exclude<RecordOutcome, 'added' | 'there' | 'made_here'>;

export const recordTexts = {
  /** `host`: of the other instance; empty if its archive does not name it. */
  recordedBy: (host: string) => `Recorded by ${host === '' ? 'another Logbook' : host}. Not checked here.`,
  title: 'From another Logbook',
  failed: 'What another Logbook recorded could not be loaded.',
  tryAgain: 'Try again',
  more: 'Show more',
  received: (name: string) => (name === '' ? 'From Unknown' : `From ${name}`),
  sent: (to: string) => (to === '' ? 'To someone' : `To ${to}`),
  confirmed: (day: string) => `Confirmed there on ${day}`,
  statementBy: (name: string) => (name === '' ? 'The reference wrote' : `${name} wrote`),
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  context: 'Context',
  contribution: 'Contribution',
  remove: (name: string) => `Delete the record “${name}”`,
  deleted: 'Record deleted',
  deleteFailed: 'Failed to delete the record',
  restored: 'Record restored',
  restoreFailed: 'Failed to restore the record',
  outcomes: {
    unreadable: { title: 'The record cannot be read.' },
    invalid_origin: { title: 'The record names no instance that exists.' },
    invalid_date: { title: 'The date of the record does not exist.' },
    not_verified: { title: 'The vouch was not confirmed.' },
    too_many_records: { title: 'There is no room for more records of other Logbooks.' },
  } satisfies Record<Refused, { title: string }>,
} as const;
