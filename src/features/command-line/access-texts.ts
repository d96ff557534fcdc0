// What the command line says about its access, its address and this machine, and about mistakes in what was typed. Values
// are harmless to a terminal.
import { counted } from '#platform/text/language.ts';

export const accessTexts = {
  unexpected: (stack: string) => `logbook: unexpected error\n${stack}`,
  failed: (message: string) => `logbook: ${message}`,
  notExpected: (word: string, command: string) =>
    `"${word}" is not expected here. See: logbook ${command} --help`,
  noCommand: (name: string, close: string | undefined) =>
    close === undefined
      ? `There is no command "${name}". See: logbook --help`
      : `There is no command "${name}". Did you mean "${close}"? See: logbook --help`,
  seeHelp: (problem: string, command: string) => `${problem}. See: logbook ${command} --help`,
  whichShell: (shells: string) => `Which shell? ${shells}`,

  signedIn: (url: string, email: string) => `Signed in to ${url} as ${email}`,
  usesToken: (url: string) => `Using LOGBOOK_TOKEN at ${url}`,
  whichLogbook: 'Which logbook? Run: logbook login --url https://logbook.example',
  isExposed: (url: string) => `${url} is not encrypted. Anyone on the way can read what you send.`,
  defaultName: 'Command line',
  /** With a style of the terminal around the values. */
  openPage: (page: string) => `Open   ${page}`,
  typeCode: (code: string) => `Type   ${code}`,
  waiting: 'Waiting for your approval…',
  refused: 'The sign-in was refused in the browser.',
  expired: 'The code has expired. Run: logbook login',
  noServer: 'The server cannot be reached. Check your connection and the address.',
  noServerSoFar: 'The server cannot be reached. Check your connection, and the address with: logbook status',
  tokenOfEnvironment: 'LOGBOOK_TOKEN is set by the environment. End it in your settings.',
  notSignedIn: 'You are not signed in.',
  signInFirst: 'You are not signed in. Run: logbook login',
  notEnded: (url: string) =>
    `The token was deleted from this machine, but the server could not end it. End it in your settings: ${url}/profile`,
  signedOut: 'Signed out. The access of this machine has ended.',
  accessEnded: 'Your access has expired or was ended. Run: logbook login',
  noAddress: (text: string) => `"${text}" is not the address of a Logbook, such as https://logbook.example.`,
  addressMissing: 'LOGBOOK_TOKEN is set. Set LOGBOOK_URL to its address, too.',
  redirects: (origin: string, to: string) => `${origin} redirects to ${to}. Sign in to that address.`,
  nowhere: 'nowhere',
  noLogbook: (origin: string) => `${origin} does not respond like a Logbook.`,
  /** What the server said, which may end with a mark of its own. */
  said: (title: string, detail: string) => `${title}${/[.!?]$/.test(title) ? '' : '.'} ${detail}`,
  retry: (sentence: string, seconds: number) =>
    `${sentence} Try again in ${counted(seconds, { one: 'second', other: 'seconds' })}.`,

  unreadable: (file: string, reason: string) => `${file} could not be read: ${reason}`,
  damaged: (file: string) => `${file} is damaged. Run: logbook login`,
  notStorable: (folder: string) => `The sign-in cannot be stored in ${folder}.`,
  notStored: (folder: string) => `The sign-in could not be stored in ${folder}.`,
  notDeleted: (file: string) => `${file} could not be deleted.`,
  notWritten: (file: string) => `${file} could not be written.`,
  /** Why a file could not be written, by the code of the operating system. */
  reasons: {
    ENOSPC: 'The disk is full.',
    EDQUOT: 'Your disk quota is used up.',
    EROFS: 'The disk is read-only.',
    EACCES: 'You have no permission to write there.',
    EPERM: 'You have no permission to write there.',
    ENOTDIR: 'A part of the path is not a folder.',
  } as Record<string, string>,
} as const;
