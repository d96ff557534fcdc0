import { resolve } from 'node:path';
import { Problem } from '#platform/http/client.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { jsonOption, type Call, type Command, type Options } from './command.ts';
import { findCredentials, requireCredentials, type Credentials } from './credentials.ts';
import { dayExamples, readDayBounds, timeZone } from './day-input.ts';
import type { Adapter } from './import/adapter.ts';
import { gitAdapter } from './import/git.ts';
import { githubAdapter } from './import/github.ts';
import { gitlabAdapter } from './import/gitlab.ts';
import { icsAdapter } from './import/ics.ts';
import { alone } from './import/lock.ts';
import { accountOf, forget, pastRuns, type PastRun } from './import/past-runs.ts';
import { jsonOf, report, suggestions } from './import/report.ts';
import { runImport, type Request, type Result } from './import/run-import.ts';
import { explain, mayRecover } from './server.ts';
import { oneLine, type Output } from './terminal.ts';

const adapters: readonly Adapter[] = [gitAdapter, icsAdapter, githubAdapter, gitlabAdapter];

/** In single quotes for a shell, with the sign escaped that ends a line of cron. */
const quoted = (path: string) =>
  (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`).replaceAll('%', '\\%');
const program = [process.execPath, resolve(process.argv[1] ?? 'logbook')].map(quoted).join(' ');

export const importCommand: Command = {
  name: 'import',
  words: '[git [DIR…] | ics URL|FILE | github | gitlab | forget NUMBER]',
  takesWords: true,
  completes: [...adapters.map(({ name }) => name), 'forget'],
  summary: 'Suggest entries from git, a calendar, GitHub or GitLab',
  details: [
    'What it finds waits in your inbox, where you accept or dismiss it. What you accepted or dismissed is never suggested again, so an import can be repeated at any time.',
    'git: your commits in the repositories at DIR, or in the current one, on all branches. Merges and bots are left out. Only the first lines of their messages leave this machine.',
    'github, gitlab: merged pull or merge requests, reviews and closed issues of yours. Set GITHUB_TOKEN, or sign in with gh; set GITLAB_TOKEN, and GITLAB_HOST for your own GitLab. Your tokens are not stored, and only sent to that service.',
    'The first import reads the last 12 months, the next ones what is new. Without words, the command lists what you imported. The addresses of calendars are stored in your configuration folder, in a file that only you can read: they may be secrets.',
    '--watch repeats everything that is in this list. It prints nothing unless there is something new, and waits for the next time if there is no connection. As a line of cron:',
  ],
  examples: [
    `17 * * * * ${program} import --watch`,
    'logbook import git ~/code/* --author ada@old-company.example',
    'logbook import ics https://calendar.example/ada.ics --since 2026-01-01',
    'logbook import github --dry-run',
  ],
  options: [
    {
      name: 'since',
      value: 'DAY',
      help: `the first day: ${dayExamples}. By default, 12 months at first, then what is new`,
    },
    {
      name: 'author',
      value: 'ADDRESS',
      isMultiple: true,
      help: 'another email address of yours, besides that of git or of your account',
    },
    { name: 'dry-run', help: 'count what it finds, show the first 20, and send nothing' },
    { name: 'watch', help: 'repeat all imports, quietly: for cron' },
    jsonOption,
  ],
  run: runCommand,
};

async function runCommand({ words: [verb, ...words], options, out }: Call): Promise<void> {
  if (options.has('watch')) {
    if (
      verb !== undefined ||
      ['since', 'author'].some((name) => options.values(name).length > 0) ||
      options.has('dry-run')
    )
      throw new CommandError('usage', '--watch repeats what you imported before. It takes nothing else.');
    return watch(requireCredentials(), out);
  }
  if (verb === undefined) return list(requireCredentials(), options, out);
  if (verb === 'forget') return forgetOne(words, requireCredentials(), out);
  const adapter = adapters.find(({ name }) => name === verb);
  if (!adapter)
    throw new CommandError('usage', `"${oneLine(verb)}" cannot be imported. See: logbook import --help`);
  if (words.length > 0 && !adapter.takesWords)
    throw new CommandError(
      'usage',
      `"${oneLine(words[0]!)}" is not expected here. See: logbook import --help`,
    );
  const isDry = options.has('dry-run');
  const credentials = isDry ? findCredentials() : requireCredentials();
  const request: Request = {
    ...{ adapter, words, addresses: addressesOf(options), since: sinceOf(options), credentials, isDry },
    onNote: (text) => {
      out.progress('');
      out.note(`${out.style('yellow', '!')} ${oneLine(text)}`);
    },
    onProgress: (text) => out.progress(text),
  };
  let results: Result[] = [];
  const work = async () => {
    results = await runImport(request).finally(() => out.progress(''));
  };
  if (isDry) await work();
  else if (!(await alone(work)))
    throw new CommandError('refused', 'Another import is running. Try again when it has ended.');
  if (options.has('json')) return out.json(jsonOf(results, isDry));
  report(results, `${credentials?.url ?? ''}/inbox`, isDry, out);
}

function sinceOf(options: Options): number | undefined {
  const typed = options.value('since');
  if (typed === undefined) return undefined;
  const from = Date.parse(readDayBounds(typed, Date.now(), timeZone()).from);
  // Later imports would leave out everything before that day.
  if (from > Date.now()) throw new CommandError('usage', `--since ${oneLine(typed)} is in the future.`);
  return from;
}

function addressesOf(options: Options): string[] {
  return options.values('author').map((typed) => {
    if (/^\S+@\S+$/.test(typed)) return typed.toLowerCase();
    throw new CommandError('usage', `"${oneLine(typed)}" is not an email address.`);
  });
}

function list(credentials: Credentials, options: Options, out: Output): void {
  const runs = pastRuns(accountOf(credentials));
  if (options.has('json'))
    return out.json(runs.map(({ adapter, label, last }) => ({ kind: adapter, name: label, last })));
  if (runs.length === 0) return out.note('Nothing was imported yet. See: logbook import --help');
  for (const [at, { adapter, label, last }] of runs.entries())
    out.line([String(at + 1), adapter, oneLine(label), last.slice(0, 16).replace('T', ' ')].join('\t'));
}

function forgetOne([number, ...more]: string[], credentials: Credentials, out: Output): void {
  const runs = pastRuns(accountOf(credentials));
  const run = /^\d+$/.test(number ?? '') && more.length === 0 ? runs[Number(number) - 1] : undefined;
  if (!run) throw new CommandError('usage', 'Which import? Its number is in the list: logbook import');
  forget(run);
  out.line(`${run.adapter} ${oneLine(run.label)} is not repeated anymore. What it suggested stays.`);
}

/** Repeats every import. One that fails does not keep the others from running. */
async function watch(credentials: Credentials, out: Output): Promise<void> {
  let failed: CommandError | undefined;
  await alone(async () => {
    for (const run of distinct(pastRuns(accountOf(credentials)))) {
      try {
        for (const { label, added } of await runImport(requestOf(run, credentials)))
          if (added > 0)
            out.line(
              `${suggestions(added)} from ${oneLine(label)} added to your inbox: ${credentials.url}/inbox`,
            );
      } catch (error) {
        const known = problemOf(error);
        if (!known) continue;
        if (failed) out.note(`logbook: ${failed.message}`);
        failed = new CommandError(known.kind, `${oneLine(run.label)}: ${known.message}`);
      }
    }
  });
  if (failed) throw failed;
}

/** Undefined if the next run may succeed. */
function problemOf(error: unknown): CommandError | undefined {
  if (error instanceof Problem) return mayRecover(error) ? undefined : explain(error);
  if (!(error instanceof CommandError)) throw error;
  return error.exitCode === exitCodes.offline ? undefined : error;
}

/** An account of a service has no words, so each service is asked once, for the account of the token. */
function distinct(runs: readonly PastRun[]): PastRun[] {
  return [...new Map(runs.map((run) => [JSON.stringify([run.adapter, run.words]), run])).values()];
}

function requestOf({ adapter: name, words, addresses }: PastRun, credentials: Credentials): Request {
  return {
    ...{ adapter: adapters.find((adapter) => adapter.name === name)!, words, addresses, credentials },
    ...{ since: undefined, isDry: false, onNote: () => undefined, onProgress: () => undefined },
  };
}
