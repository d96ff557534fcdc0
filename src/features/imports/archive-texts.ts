// Texts of the import of an archive of Logbook.
import { counted, list, number, plural } from '#platform/text/language.ts';
import type { LeftOutKind } from './constants.ts';

const excerptLength = 80;

type Counts = { entries: number; goals: number; files: number; records: number };

const nouns = {
  entries: { one: 'entry', other: 'entries' },
  goals: { one: 'goal', other: 'goals' },
  files: { one: 'file', other: 'files' },
  records: { one: 'record', other: 'records' },
};

function listedCounts({ entries, goals, files, records }: Counts): string {
  const parts = [
    entries > 0 && counted(entries, nouns.entries),
    goals > 0 && counted(goals, nouns.goals),
    files > 0 && counted(files, nouns.files),
    records > 0 && counted(records, nouns.records),
  ];
  return list(parts.filter((part) => part !== false));
}

/** What stays out of the log, and why. */
export const leftOutTexts: Record<LeftOutKind, (n: number) => string> = {
  entries_in_bin: (n) => `${counted(n, { one: 'entry is', other: 'entries are' })} in the bin.`,
  goals_deleted: (n) => `${counted(n, { one: 'goal is', other: 'goals are' })} deleted.`,
  shares: (n) =>
    `${counted(n, { one: 'entry was', other: 'entries were' })} shared. The text is added, and is shared with no one.`,
  vouches_open: (n) => `${counted(n, { one: 'vouch was', other: 'vouches were' })} never confirmed.`,
  vouch_files: (n) => `${counted(n, { one: 'file belongs', other: 'files belong' })} to vouches.`,
  suggestions: (n) =>
    `${counted(n, { one: 'suggestion was', other: 'suggestions were' })} waiting in the inbox.`,
  teams: (n) =>
    `${counted(n, { one: 'team connection or invitation', other: 'team connections and invitations' })}: those end with the other Logbook.`,
  resume: () => 'The résumé. Upload it in the settings.',
  packets: (n) =>
    `${counted(n, { one: 'review packet', other: 'review packets' })}: those are made from the log again.`,
  account: () => 'The account: addresses, settings, sessions, tokens and reminders.',
};

export const archiveTexts = {
  reading: (rows: number) =>
    rows === 0
      ? 'Reading the archive…'
      : `Reading the archive… ${counted(rows, { one: 'item', other: 'items' })} so far`,
  title: (counts: Counts) => {
    const all = listedCounts(counts);
    return all === '' ? 'Nothing to add' : all;
  },
  from: (host: string) => `From ${host === '' ? 'another Logbook' : host}`,
  exported: (day: string) => `exported on ${day}`,
  records: (shoutouts: number, vouches: number) =>
    `${list(
      [
        shoutouts > 0 && counted(shoutouts, { one: 'shoutout', other: 'shoutouts' }),
        vouches > 0 && counted(vouches, { one: 'confirmed vouch', other: 'confirmed vouches' }),
      ].filter((part) => part !== false),
    )}: kept as records of the other Logbook, which are not checked here.`,
  guestRecords: (n: number) =>
    `${counted(n, { one: 'shoutout or vouch', other: 'shoutouts and vouches' })}: keeping them needs an account. Sign up, then import the archive again.`,
  leftOut: 'Stays out of your log',
  add: 'Add all to my log',
  addNote: 'Entries keep their dates. What you already have is not added again.',
  adding: (done: Counts, of: Counts) => {
    const parts = (['entries', 'goals', 'files', 'records'] as const).filter((kind) => of[kind] > 0);
    return `Adding: ${list(parts.map((kind) => `${number(Math.min(done[kind], of[kind]))} of ${counted(of[kind], nouns[kind])}`))}`;
  },
  waiting: 'The server is not responding. This continues automatically.',
  added: (counts: Counts) => {
    const all = listedCounts(counts);
    return all === '' ? 'Nothing new' : `Added ${all}`;
  },
  canceled: 'Canceled. Import the same archive again to add the rest; nothing is added twice.',
  stopped:
    'This stopped before everything was added. Import the same archive again to add the rest; nothing is added twice.',
  known: (n: number) =>
    plural(n, {
      one: '1 was in your log already, or was imported before and deleted since.',
      other: `${number(n)} were in your log already, or were imported before and deleted since.`,
    }),
  missingFiles: (n: number) =>
    plural(n, {
      one: '1 file could not be added. Its entry names it as missing.',
      other: `${number(n)} files could not be added. Their entries name them as missing.`,
    }),
  full: 'There is no room for more files. Make room, then import the archive again: the missing files are added to their entries.',
  refused: (n: number) => `${number(n)} could not be added`,
  record: 'A record',
  seeLog: 'See your log',
  again: 'Choose another archive',
  excerpt: (text: string) =>
    text.length > excerptLength ? `${text.slice(0, excerptLength).toWellFormed()}…` : text,
} as const;
