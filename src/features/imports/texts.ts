import { counted, number, plural } from '#platform/text/language.ts';
import { limits, type SkipReason } from './constants.ts';

/** Why something was skipped: a sentence for each. */
export const skipTexts: Record<SkipReason, string> = {
  not_this_format: 'This is not a file of the chosen kind.',
  empty_file: 'The file is empty.',
  broken_zip: 'The ZIP file is broken. Download it again.',
  encrypted: 'The file is encrypted. Export it without a password.',
  zip_bomb: 'The file expands far beyond its size, so it was not read.',
  too_many_files: 'There are too many files.',
  file_too_large: 'The file is too large.',
  unpacked_too_large: 'The unpacked file is too large.',
  line_too_long: 'The line is too long.',
  broken_line: 'The line cannot be read.',
  broken_item: 'The item cannot be read.',
  too_deep: 'The file is nested too deeply.',
  ended_early: 'It ends in the middle.',
  no_text: 'It has no text.',
  no_date: 'It has no date.',
  bad_date: 'Its date does not exist, or is before 1900.',
  out_of_period: 'It is outside the chosen period.',
  in_future: 'It is in the future.',
  cancelled: 'It was canceled.',
  declined: 'You declined it.',
  too_frequent: 'It repeats several times a day, which is not imported.',
  too_many_repeats: 'It repeats too often to be computed.',
  duplicate: 'It is the same as another one.',
  deleted: 'It is deleted or archived.',
  not_done: 'It is not done, or has no date on which it was done.',
  file_missing: 'The export does not contain this file.',
  too_many_attachments: 'Only the first 10 files of an entry are kept.',
  newer_version: 'A newer version of Logbook wrote this archive. Update this Logbook, then import it.',
  text_too_long: 'Its text is too long.',
  unknown_emoji: 'Its emoji is unknown, so it is added without one.',
  file_changed: 'The file is not the one that the archive describes.',
  record_too_large: 'The record is too large.',
  limit: `An import has at most ${number(limits.found)} suggestions, so older ones were left out. Choose a period to import them.`,
};

export const texts = {
  about:
    'Your work is already written down elsewhere. Choose where; Logbook suggests entries, and you decide which of them enter your log.',
  private:
    'Files are read in your browser, and are not sent anywhere. Only what you accept is saved to your log.',
  privateArchive:
    'The archive is read in your browser. Nothing is sent or saved before you have seen what it has and add it.',
  commandLine:
    'Git, GitHub and GitLab come by the command line, so that code and tokens stay on your machine.',
  commandLineLink: 'How to import them',
  back: 'All sources',
  home: 'Back to your logbook',
  where: 'Where to get the file',
  chooseFile: 'Choose a file',
  chooseFolder: 'Choose a folder',
  files: (names: string, n: number) => plural(n, { one: names, other: `${names} and ${number(n - 1)} more` }),
  drop: 'or drop it here',
  paste: 'Or paste cells from a spreadsheet',
  pasteHint: 'With the row of column names, if there is one.',
  readPaste: 'Read the cells',
  pasted: 'Pasted cells',
  pasteTooLong: 'That is too much to paste. Save it as a CSV file, and choose the file.',
  zone: 'Time zone of times that name none',
  period: {
    label: 'Period',
    year: 'Last 12 months',
    all: 'Everything',
    custom: 'Choose days',
    from: 'From',
    to: 'To',
    incomplete: 'Choose both days, the first one first.',
  },
  address: 'Your email addresses in this calendar',
  addressHint: 'Events that you declined are left out.',
  columns: {
    title: 'Columns',
    about: 'Guessed from their names and content. Change what is wrong.',
    date: 'Date',
    text: 'Text',
    more: 'More text',
    id: 'ID',
    group: 'Group',
    tags: 'Tags',
    none: 'None',
    unnamed: (n: number) => `Column ${n}`,
    order: 'In dates such as 03/04/2026',
    dayFirst: 'the day is first',
    monthFirst: 'the month is first',
  },
  reading: (found: number) =>
    `Reading… ${counted(found, { one: 'suggestion', other: 'suggestions' })} so far`,
  cancel: 'Cancel',
  canceled: 'Canceled. Nothing was added.',
  failed: 'The file could not be read. It may have been moved or changed, so choose it again.',
  summary: (found: number, groups: number) =>
    found === 0
      ? 'Nothing to suggest'
      : `${counted(found, { one: 'suggestion', other: 'suggestions' })}${groups === 0 ? '' : ` in ${counted(groups, { one: 'group', other: 'groups' })}`}`,
  span: (from: string, to: string) => `From ${from} to ${to}`,
  preview: (n: number, of: number) => (n < of ? `The newest ${number(n)} of ${number(of)}` : 'All of them'),
  withFiles: (n: number) => counted(n, { one: 'file', other: 'files' }),
  add: (n: number) => `Add ${counted(n, { one: 'suggestion', other: 'suggestions' })} to the inbox`,
  addNote: 'Nothing enters your log until you accept it in the inbox.',
  adding: (done: number, of: number) => `Adding ${number(done)} of ${number(of)}…`,
  added: (n: number) =>
    n === 0
      ? 'Nothing new'
      : `${counted(n, { one: 'suggestion is', other: 'suggestions are' })} in your inbox`,
  known: (n: number) =>
    plural(n, {
      one: '1 was in the inbox already, or accepted or dismissed before.',
      other: `${number(n)} were in the inbox already, or accepted or dismissed before.`,
    }),
  full: (n: number) =>
    `${number(n)} did not fit: an inbox has at most ${number(limits.found)} suggestions. Accept or dismiss some, then import the file again.`,
  unreadable: (n: number) =>
    `${counted(n, { one: 'attached file', other: 'attached files' })} could not be read and were left out.`,
  toInbox: 'Review them',
  addFailed: 'The suggestions could not be stored in this browser. Nothing was added.',
  noSpace: 'This browser has no space left for the suggestions. Nothing was added. Choose a shorter period.',
  skipped: (n: number) => `${number(n)} skipped`,
  lines: (shown: number, of: number) =>
    shown < of ? `The first ${number(shown)} of ${number(of)}, line by line` : 'Line by line',
  vouches: {
    title: 'Recommendations that you received',
    about:
      'Ask their authors to confirm them as vouches. You fill in the address, and send the request yourself.',
    guest: 'With an account, you can ask their authors to confirm them as vouches.',
    ask: (name: string) => `Ask ${name} to vouch`,
    project: 'Recommendation on LinkedIn',
  },
} as const;
