// Texts of the import of an archive of Logbook.
import type { LeftOutKind } from './constants.ts';

const count = (n: number) => n.toLocaleString('en-US');
const many = (n: number, one: string, more: string) => `${count(n)} ${n === 1 ? one : more}`;
const list = new Intl.ListFormat('en');
const excerptLength = 80;

type Counts = { entries: number; goals: number; files: number; records: number };

function listedCounts({ entries, goals, files, records }: Counts): string {
  const parts = [
    entries > 0 && many(entries, 'entry', 'entries'),
    goals > 0 && many(goals, 'goal', 'goals'),
    files > 0 && many(files, 'file', 'files'),
    records > 0 && many(records, 'record', 'records'),
  ];
  return list.format(parts.filter((part) => part !== false));
}

/** What stays out of the log, and why. */
export const leftOutTexts: Record<LeftOutKind, (n: number) => string> = {
  entries_in_bin: (n) => `${many(n, 'entry is', 'entries are')} in the bin.`,
  goals_deleted: (n) => `${many(n, 'goal is', 'goals are')} deleted.`,
  shares: (n) =>
    `${many(n, 'entry was', 'entries were')} shared. The text is added, and is shared with no one.`,
  vouches_open: (n) => `${many(n, 'vouch was', 'vouches were')} never confirmed.`,
  vouch_files: (n) => `${many(n, 'file belongs', 'files belong')} to vouches.`,
  suggestions: (n) => `${many(n, 'suggestion was', 'suggestions were')} waiting in the inbox.`,
  teams: (n) =>
    `${many(n, 'team connection or invitation', 'team connections and invitations')}: those end with the other Logbook.`,
  resume: () => 'The résumé. Upload it in the settings.',
  packets: (n) => `${many(n, 'review packet', 'review packets')}: those are made from the log again.`,
  account: () => 'The account: addresses, settings, sessions, tokens and reminders.',
};

export const archiveTexts = {
  private:
    'The archive is read in your browser. Nothing is sent or saved before you have seen what it has and add it.',
  reading: (rows: number) =>
    rows === 0 ? 'Reading the archive…' : `Reading the archive… ${many(rows, 'item', 'items')} so far`,
  title: (counts: Counts) => {
    const all = listedCounts(counts);
    return all === '' ? 'Nothing to add' : all;
  },
  from: (host: string) => `From ${host === '' ? 'another Logbook' : host}`,
  exported: (day: string) => `exported on ${day}`,
  records: (shoutouts: number, vouches: number) =>
    `${list.format(
      [
        shoutouts > 0 && many(shoutouts, 'shoutout', 'shoutouts'),
        vouches > 0 && many(vouches, 'confirmed vouch', 'confirmed vouches'),
      ].filter((part) => part !== false),
    )}: kept as records of the other Logbook, which are not checked here.`,
  guestRecords: (n: number) =>
    `${many(n, 'shoutout or vouch', 'shoutouts and vouches')}: keeping them needs an account. Sign up, then import the archive again.`,
  leftOut: 'Stays out of your log',
  add: 'Add all to my log',
  addNote: 'Entries keep their dates. What you already have is not added again.',
  adding: (done: Counts, of: Counts) => {
    const parts = (['entries', 'goals', 'files', 'records'] as const).filter((kind) => of[kind] > 0);
    return `Adding: ${list.format(parts.map((kind) => `${count(Math.min(done[kind], of[kind]))} of ${count(of[kind])} ${kind}`))}`;
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
    `${count(n)} ${n === 1 ? 'was' : 'were'} in your log already, or ${n === 1 ? 'was' : 'were'} imported before and deleted since.`,
  missingFiles: (n: number) =>
    `${many(n, 'file', 'files')} could not be added. ${n === 1 ? 'Its entry names it' : 'Their entries name them'} as missing.`,
  full: 'There is no room for more files. Make room, then import the archive again: the missing files are added to their entries.',
  refused: (n: number) => `${count(n)} could not be added`,
  record: 'A record',
  seeLog: 'See your log',
  again: 'Choose another archive',
  excerpt: (text: string) =>
    text.length > excerptLength ? `${text.slice(0, excerptLength).toWellFormed()}…` : text,
} as const;
