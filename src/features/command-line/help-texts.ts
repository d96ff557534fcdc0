// The help of the command line.
import { emojis, limits } from '#features/check-ins/constants.ts';

/** Days as users can write them. */
export const dayExamples = 'today, yesterday, mon, "3 days ago" or 2026-11-26';

export const helpTexts = {
  usage: (command: string) => `Usage: logbook ${command} [options]`,
  options: 'Options:',
  examples: 'Examples:',
  about: 'Writes and reads your logbook from the terminal.',
  commands: 'Commands:',
  more: 'logbook COMMAND --help explains a command. logbook --version prints the version.',
  exitCodes: 'Exit codes:',
  meanings: {
    done: 'done, or stored on this machine to be sent later',
    refused: 'the server refused, or something unexpected happened',
    usage: 'the command line has a mistake',
    signedOut: 'not signed in, or the access has ended',
    storage: 'this machine could not store or read something',
    offline: 'the server cannot be reached',
  },
} as const;

/** What the help says about each command. */
export const commandTexts = {
  add: {
    summary: 'Add an entry',
    details: [
      'Without TEXT, the entry is read from a pipe, or from your editor ($VISUAL or $EDITOR). #tags are written in the text.',
      'Without a connection, the entry is stored on this machine and sent with your next command.',
    ],
    examples: [
      'logbook add "Shipped the importer #release" --emoji 🚀',
      'logbook add --date yesterday "Reviewed the design" --file notes.pdf',
      'git log -1 --format=%s | logbook add',
    ],
  },
  list: {
    summary: 'List your entries, newest first',
    examples: ['logbook list --from monday', 'logbook list -n 100 --json'],
  },
  search: {
    summary: 'Find entries that have all words, "exact phrases" and #tags',
    examples: [`logbook search importer '#release'`, `logbook search '"code review"' --from "90 days ago"`],
  },
  week: {
    summary: 'Show a week, from Monday to Sunday',
    details: [`DAY is any day of the week: ${dayExamples}. Without it, the current week.`],
    examples: ['logbook week', 'logbook week "7 days ago"'],
  },
  goals: {
    summary: 'List your open goals, or add one',
    examples: ['logbook goals', 'logbook goals --week "Finish the importer"'],
  },
  done: {
    summary: 'Complete a goal: by its number in the list, or by words of its text',
    examples: ['logbook done 2', 'logbook done importer'],
  },
  export: {
    summary: 'Write your entries as Markdown or JSON, oldest first',
    details: [
      'Contains the entries and the names of their files. Your settings have an archive of everything, with the files.',
    ],
    examples: ['logbook export -o log.md', 'logbook export --format json --from 2026-01-01 > log.json'],
  },
  queue: {
    summary: 'Show the entries that wait to be sent, or send them',
    details: [
      'Entries wait while there is no connection. Each command that reaches the server sends them. An entry that the server has refused stays until you send it again or remove it.',
    ],
  },
  login: {
    summary: 'Sign in, by approving this machine in your browser',
    details: [
      'Shows a code, which you type on a page of your logbook. Your password never reaches the terminal. The access of this machine is listed in your settings, where you can end it.',
      'Scripts without a browser set LOGBOOK_TOKEN to an API token from your settings, and LOGBOOK_URL to the address.',
    ],
  },
  logout: { summary: 'End the access of this machine, and delete its token' },
  status: { summary: 'Show the account, the address, and what waits to be sent' },
  open: { summary: 'Open your logbook in the browser' },
  completion: {
    summary: 'Print the completion of your shell',
    examples: [
      'logbook completion bash > ~/.local/share/bash-completion/completions/logbook',
      'logbook completion zsh > ~/.zfunc/_logbook',
      'logbook completion fish > ~/.config/fish/completions/logbook.fish',
    ],
  },
  import: {
    summary: 'Suggest entries from git, a calendar, GitHub or GitLab',
    details: [
      'What it finds waits in your inbox, where you accept or dismiss it. What you accepted or dismissed is never suggested again, so an import can be repeated at any time.',
      'git: your commits in the repositories at DIR, or in the current one, on all branches. Merges and bots are left out. Only the first lines of their messages leave this machine.',
      'github, gitlab: merged pull or merge requests, reviews and closed issues of yours. Set GITHUB_TOKEN, or sign in with gh; set GITLAB_TOKEN, and GITLAB_HOST for your own GitLab. Your tokens are not stored, and only sent to that service.',
      'The first import reads the last 12 months, the next ones what is new. Without words, the command lists what you imported. The addresses of calendars are stored in your configuration folder, in a file that only you can read: they may be secrets.',
      '--watch repeats everything that is in this list. It prints nothing unless there is something new, and waits for the next time if there is no connection. As a line of cron:',
    ],
    examples: [
      'logbook import git ~/code/* --author ada@old-company.example',
      'logbook import ics https://calendar.example/ada.ics --since 2026-01-01',
      'logbook import github --dry-run',
    ],
  },
} as const;

/** What the help says about each option. */
export const optionTexts = {
  help: 'show this help',
  json: 'print JSON, for other programs',
  date: `when it was: ${dayExamples}`,
  emoji: `one of ${emojis.join(' ')}`,
  file: `a file to attach, up to ${limits.files}`,
  from: `the first day: ${dayExamples}`,
  to: 'the last day',
  limit: (count: number) => `how many, ${count} by default`,
  goals: {
    week: 'the new goal is for this week',
    month: 'the new goal is for this month',
    quarter: 'the new goal is for this quarter',
  },
  format: 'markdown (by default) or json',
  output: 'the file to write, instead of the terminal',
  url: 'the address of your logbook, if not the one that you got this program from',
  name: 'how your settings name this machine',
  noBrowser: 'open no browser: you open the page yourself, on any device',
  since: `the first day: ${dayExamples}. By default, 12 months at first, then what is new`,
  author: 'another email address of yours, besides that of git or of your account',
  dryRun: (shown: number) => `count what it finds, show the first ${shown}, and send nothing`,
  watch: 'repeat all imports, quietly: for cron',
} as const;
