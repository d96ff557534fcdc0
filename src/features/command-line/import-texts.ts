// What imports of the command line say, and the texts of what they suggest. Values are harmless to a terminal.
import { limits } from '#features/suggestions/constants.ts';
import { counted, list, number, plural } from '#platform/text/language.ts';

const suggestions = (count: number) => counted(count, { one: 'suggestion', other: 'suggestions' });

export const importTexts = {
  watchAlone: '--watch repeats what you imported before. It takes nothing else.',
  unknown: (verb: string) => `"${verb}" cannot be imported. See: logbook import --help`,
  running: 'Another import is running. Try again when it has ended.',
  inFuture: (day: string) => `--since ${day} is in the future.`,
  noEmail: (typed: string) => `"${typed}" is not an email address.`,
  nothingYet: 'Nothing was imported yet. See: logbook import --help',
  which: 'Which import? Its number is in the list: logbook import',
  forgotten: (kind: string, label: string) =>
    `${kind} ${label} is not repeated anymore. What it suggested stays.`,
  /** A message about one of several imports. */
  about: (label: string, message: string) => `${label}: ${message}`,

  found: (count: number, labels: readonly string[]) =>
    `${suggestions(count)} found${from(labels)}. Nothing was sent.`,
  added: (count: number, labels: readonly string[], inbox: string) =>
    `${suggestions(count)}${from(labels)} added to your inbox: ${inbox}`,
  nothingNew: (labels: readonly string[]) => `Nothing new${from(labels)}.`,
  known: (count: number) =>
    plural(count, {
      one: '1 was there already, or accepted or dismissed before.',
      other: `${number(count)} were there already, or accepted or dismissed before.`,
    }),
  leftOut: 'Left out:',
  refused: 'Refused:',
  progress: (label: string, found: number, answered: number) =>
    `${label}: ${number(found)} found, ${number(answered)} answered…`,
  pause: (seconds: number) =>
    `The server asks for a pause of ${counted(seconds, { one: 'second', other: 'seconds' })}…`,
  inboxFull: (added: number) =>
    `Your inbox is full: it holds ${number(limits.open)} suggestions. ${number(added)} were added. Accept or dismiss some, then import again.`,
  tokenMayNot: 'LOGBOOK_TOKEN may not suggest entries. Create one that may, in your settings.',
  accessMayNot:
    'The access of this machine is from before imports, and may not suggest entries. Run: logbook login',
  unreadable: (file: string, reason: string) => `${file} could not be read: ${reason}`,
  damaged: (file: string) =>
    `${file} is damaged. Delete it: the next imports read 12 months again, and suggest only what is new.`,
  notNoted: (file: string) => `What was imported could not be noted in ${file}.`,

  /** Besides those of imports in the browser. */
  leftOutBecause: {
    merge: 'It is a merge.',
    bot: 'It is by a bot.',
    other_author: 'It is by someone else.',
    not_planned: 'It was closed as not planned.',
  },
} as const;

/** One origin by its name, several by their number. */
function from(labels: readonly string[]): string {
  return plural(labels.length, { one: ` from ${labels[0]}`, other: ` from ${number(labels.length)} places` });
}

export const gitTexts = {
  notInstalled: 'git is not installed, or not in your PATH.',
  notStarted: (reason: string) => `git could not be started: ${reason}`,
  failed: (reason: string) => `git failed. ${reason}`.trim(),
  noRepository: (folder: string) => `${folder} is not in a git repository.`,
  noneNamed: (folder: string) =>
    `${folder} is not in a git repository. Run it in one, or name some: logbook import git DIR…`,
  noAddress: 'git does not know your address. Set it with git config user.email, or add --author ADDRESS.',
  shallow: (group: string) =>
    `${group} is a shallow clone, so earlier commits are missing. To get them: git fetch --unshallow`,
  noCommits: (group: string, addresses: readonly string[]) =>
    `${group} has no commits by ${list(addresses, 'unit')} in this period. Add other addresses of yours with --author.`,
  reason: (hash: string, group: string) => `Commit ${hash} in ${group}, grouped by repository`,
} as const;

export const calendarTexts = {
  which: 'Which calendar? Run: logbook import ics URL, or FILE',
  noFile: (path: string) => `There is no file ${path}.`,
  badAddress: 'The address of the calendar must be https://… without a password.',
  badRedirect: (host: string) =>
    `${host} redirects to an address that is not a public https://… without a password.`,
  redirects: (host: string) => `${host} redirects too often.`,
  unreachable: (host: string) => `${host} cannot be reached. Check your connection and the address.`,
  tryLater: (host: string, status: number) =>
    `${host} does not send the calendar (${status}). Try again later.`,
  checkAddress: (host: string, status: number) =>
    `${host} does not send the calendar (${status}). Check its address.`,
  tooLarge: (host: string, megabytes: number) =>
    `The calendar at ${host} has more than ${megabytes} MB. Download it, and import the file.`,
} as const;

/** GitHub and GitLab. `name`: of the service. */
export const serviceTexts = {
  noGithubToken:
    'Set GITHUB_TOKEN to a token of yours that may read your repositories, or sign in with: gh auth login',
  noGitlabToken:
    'Set GITLAB_TOKEN to a token of yours with the scope read_api, and GITLAB_HOST if it is not gitlab.com.',
  invalid: (name: string) => `The address or the token of ${name} in the environment is not valid.`,
  hasProblem: (name: string, status: number) => `${name} has a problem (${status}). Try again later.`,
  unreachable: (name: string) => `${name} cannot be reached. Try again later.`,
  tokenRefused: (name: string) => `${name} does not accept the token. Make a new one.`,
  refused: (name: string, status: number, said: string) =>
    said === '' ? `${name} refused (${status}).` : `${name} refused (${status}): ${said}.`,
  unknownForm: (name: string) =>
    `${name} responds in a form that this version cannot read. Download the command line again.`,
  limited: (name: string, minutes: number) =>
    `${name} limits requests. Try again in ${counted(minutes, { one: 'minute', other: 'minutes' })}.`,
  incomplete: 'GitHub could not complete a search. Try again later.',
  project: (id: string) => `Project ${id}`,
  reviewed: (title: string) => `Reviewed: ${title}`,
  closed: (title: string) => `Closed: ${title}`,
  pullMerged: (name: string) => `Your pull request ${name}, merged`,
  pullReviewed: (name: string) => `Pull request ${name} that you reviewed, closed`,
  issueClosed: (name: string) => `Issue ${name}, assigned to you, closed`,
  mergeMerged: (name: string) => `Your merge request ${name}, merged`,
  mergeApproved: (name: string) => `Merge request ${name} that you approved`,
} as const;
