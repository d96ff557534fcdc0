// What the command line says about entries, goals, and what waits to be sent. Values are harmless to a terminal.
import { limits } from '#features/check-ins/constants.ts';
import { counted, number, plural } from '#platform/text/language.ts';

const entries = (count: number) => counted(count, { one: 'entry', other: 'entries' });

export const entryTexts = {
  added: 'Added',
  addedAt: (url: string) => `Added: ${url}`,
  earlierSent: (count: number) =>
    `${counted(count, { one: 'earlier entry was', other: 'earlier entries were' })} sent, too.`,
  waitingSent: (count: number) =>
    `${counted(count, { one: 'waiting entry was', other: 'waiting entries were' })} sent.`,
  sent: (count: number) => `${entries(count)} sent.`,
  refusedKept: (refusal: string) => `${refusal} The entry is kept on this machine. See: logbook queue`,
  waitsForSignIn: 'The entry is stored on this machine, and will be sent once you are signed in.',
  noServer: 'The server cannot be reached.',
  waits: (reason: string) => `${reason} The entry is stored on this machine and sent with your next command.`,
  notSaved: (text: string) => `Not saved. Your text:\n\n${text}\n`,
  notStorable: 'The server cannot be reached, and the entry cannot be stored on this machine.',
  notEmoji: (typed: string, emojis: string) => `"${typed}" is not one of the emoji of an entry: ${emojis}`,
  tooManyFiles: `An entry can have up to ${limits.files} files.`,
  tooLarge: (path: string) => `${path} is larger than ${limits.fileBytes / 1024 ** 2} MB.`,
  noFile: 'There is no such file.',
  notAttached: (path: string, reason: string) => `${path} cannot be attached. ${reason}`,
  fileProblem: (name: string, problem: string) => `${name}: ${problem}`,
  fileNotStored: 'not stored',

  noText: 'There is no text, so nothing was saved.',
  // Without separators, so that the numbers can be compared with those of other programs.
  tooLong: (length: number) =>
    `The text has ${length} characters. An entry can have up to ${limits.content}.`,
  mostText: `An entry can have up to ${limits.content} characters.`,
  noEditor: 'The editor cannot be opened.',
  editorFailed: (editor: string, reason: string | undefined) =>
    reason === undefined ? `The editor "${editor}" failed.` : `The editor "${editor}" failed: ${reason}.`,
  textKept: (problem: string, file: string) => `${problem} Your text is in ${file}.`,

  noDate: (text: string, examples: string) =>
    `"${text}" is no date. Write ${examples}, or a time: "2026-11-26 14:30".`,
  noDay: (text: string, examples: string) => `"${text}" is no day. Write ${examples}.`,
  inFuture: (text: string) => `"${text}" is in the future. An entry says what has been done.`,
  fromAfterTo: '--from is after --to.',
  noLimit: (typed: string) => `--limit takes a number, not "${typed}".`,
  none: 'No entries.',
  noneMatch: 'No entries match.',
  noneInWeek: 'No entries in this week.',
  noWords: 'What do you search for? Run: logbook search WORDS',
  longQuery: `A search can have up to ${limits.query} characters.`,
  files: (count: number) => counted(count, { one: 'file', other: 'files' }),
  goal: (text: string) => `Goal: ${text}`,
  week: (day: string) => `Week of ${day}`,
  weekCounts: (rows: number, days: number, goals: number) =>
    `${entries(rows)} on ${counted(days, { one: 'day', other: 'days' })}, ${counted(goals, { one: 'goal', other: 'goals' })} completed`,

  unknownFormat: (format: string) => `The format is markdown or json, not "${format}".`,
  written: (count: number, file: string) => `${entries(count)} written to ${file}`,
  markdownTitle: 'Logbook',
  markdownGoal: 'Goal completed:',
} as const;

export const goalTexts = {
  severalPeriods: 'A goal is for a week, a month or a quarter, not for several.',
  noText: 'Which goal? Write its text after the option.',
  added: 'Goal added',
  none: 'No open goals.',
  which: 'Which goal? List them with: logbook goals',
  done: (text: string) => `Done: ${text}`,
  noMatch: (wanted: string) => `No open goal matches "${wanted}". See: logbook goals`,
  severalMatch: (count: number, wanted: string, names: string) =>
    `${number(count)} goals match "${wanted}":${names}`,
} as const;

export const queueTexts = {
  tooManyWords: 'Too many words. See: logbook queue --help',
  which: 'Which entry? Its number is in the list: logbook queue',
  removed: (text: string) => `Removed, and not sent: ${text}`,
  empty: 'Nothing waits to be sent.',
  refusedFor: (reason: string) => `Refused: ${reason}`,
  waitsFor: (account: string, url: string) => `Waits for ${account} at ${url}`,
  refused: (count: number) => `${number(count)} refused. See: logbook queue`,
  waiting: (count: number) =>
    `${counted(count, { one: 'entry waits', other: 'entries wait' })} to be sent. See: logbook queue`,
  leftAtSignOut: (count: number) =>
    plural(count, {
      one: '1 entry is not sent yet. Sign in again to send it.',
      other: `${number(count)} entries are not sent yet. Sign in again to send them.`,
    }),
} as const;
