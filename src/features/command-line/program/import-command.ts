import { resolve } from 'node:path';
import { Problem } from '#platform/http/client.ts';
import { accessTexts } from '../access-texts.ts';
import { commandTexts, optionTexts } from '../help-texts.ts';
import { importTexts as texts } from '../import-texts.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { jsonOption, type Call, type Command, type Options } from './command.ts';
import { findCredentials, requireCredentials, type Credentials } from './credentials.ts';
import { readDayBounds, timeZone } from './day-input.ts';
import type { Adapter } from './import/adapter.ts';
import { gitAdapter } from './import/git.ts';
import { githubAdapter } from './import/github.ts';
import { gitlabAdapter } from './import/gitlab.ts';
import { icsAdapter } from './import/ics.ts';
import { alone } from './import/lock.ts';
import { accountOf, forget, pastRuns, type PastRun } from './import/past-runs.ts';
import { jsonOf, report } from './import/report.ts';
import { runImport, shownInDryRun, type Request, type Result } from './import/run-import.ts';
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
  ...commandTexts.import,
  examples: [`17 * * * * ${program} import --watch`, ...commandTexts.import.examples],
  options: [
    { name: 'since', value: 'DAY', help: optionTexts.since },
    { name: 'author', value: 'ADDRESS', isMultiple: true, help: optionTexts.author },
    { name: 'dry-run', help: optionTexts.dryRun(shownInDryRun) },
    { name: 'watch', help: optionTexts.watch },
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
      throw new CommandError('usage', texts.watchAlone);
    return watch(requireCredentials(), out);
  }
  if (verb === undefined) return list(requireCredentials(), options, out);
  if (verb === 'forget') return forgetOne(words, requireCredentials(), out);
  const adapter = adapters.find(({ name }) => name === verb);
  if (!adapter) throw new CommandError('usage', texts.unknown(oneLine(verb)));
  if (words.length > 0 && !adapter.takesWords)
    throw new CommandError('usage', accessTexts.notExpected(oneLine(words[0]!), 'import'));
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
  else if (!(await alone(work))) throw new CommandError('refused', texts.running);
  if (options.has('json')) return out.json(jsonOf(results, isDry));
  report(results, `${credentials?.url ?? ''}/inbox`, isDry, out);
}

function sinceOf(options: Options): number | undefined {
  const typed = options.value('since');
  if (typed === undefined) return undefined;
  const from = Date.parse(readDayBounds(typed, Date.now(), timeZone()).from);
  // Later imports would leave out everything before that day.
  if (from > Date.now()) throw new CommandError('usage', texts.inFuture(oneLine(typed)));
  return from;
}

function addressesOf(options: Options): string[] {
  return options.values('author').map((typed) => {
    if (/^\S+@\S+$/.test(typed)) return typed.toLowerCase();
    throw new CommandError('usage', texts.noEmail(oneLine(typed)));
  });
}

function list(credentials: Credentials, options: Options, out: Output): void {
  const runs = pastRuns(accountOf(credentials));
  if (options.has('json'))
    return out.json(runs.map(({ adapter, label, last }) => ({ kind: adapter, name: label, last })));
  if (runs.length === 0) return out.note(texts.nothingYet);
  for (const [at, { adapter, label, last }] of runs.entries())
    out.line([String(at + 1), adapter, oneLine(label), last.slice(0, 16).replace('T', ' ')].join('\t'));
}

function forgetOne([number, ...more]: string[], credentials: Credentials, out: Output): void {
  const runs = pastRuns(accountOf(credentials));
  const run = /^\d+$/.test(number ?? '') && more.length === 0 ? runs[Number(number) - 1] : undefined;
  if (!run) throw new CommandError('usage', texts.which);
  forget(run);
  out.line(texts.forgotten(run.adapter, oneLine(run.label)));
}

/** Repeats every import. One that fails does not keep the others from running. */
async function watch(credentials: Credentials, out: Output): Promise<void> {
  let failed: CommandError | undefined;
  await alone(async () => {
    for (const run of distinct(pastRuns(accountOf(credentials)))) {
      try {
        for (const { label, added } of await runImport(requestOf(run, credentials)))
          if (added > 0) out.line(texts.added(added, [oneLine(label)], `${credentials.url}/inbox`));
      } catch (error) {
        const known = problemOf(error);
        if (!known) continue;
        if (failed) out.note(accessTexts.failed(failed.message));
        failed = new CommandError(known.kind, texts.about(oneLine(run.label), known.message));
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
