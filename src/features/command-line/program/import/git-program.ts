// Runs the git of this machine, which only reads.
import { spawn, spawnSync } from 'node:child_process';
import { gitTexts as texts } from '../../import-texts.ts';
import { codeOf, CommandError } from '../command-error.ts';
import { oneLine } from '../terminal.ts';

/** The variables that a hook of git sets name another repository than the folder that is read. */
const ofHooks = /^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|NAMESPACE|PREFIX)$/;

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ofHooks.test(name));
  return {
    ...Object.fromEntries(inherited),
    ...{ LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0', GIT_TERMINAL_PROMPT: '0' },
    // A partial clone would otherwise ask its remote, with commands that its configuration names.
    GIT_NO_LAZY_FETCH: '1',
  };
}

/** The output of a command of git in a folder, without the newline at its end. Undefined if it fails. */
export function git(folder: string, ...args: string[]): string | undefined {
  const { status, stdout, error } = spawnSync('git', ['-C', folder, ...args], {
    ...{ env: environment(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    maxBuffer: 16 * 1024 ** 2,
  });
  if (error) throw cannotRun(error);
  return status === 0 ? stdout.replace(/\r?\n$/, '') : undefined;
}

function cannotRun(error: Error): CommandError {
  return new CommandError(
    'storage',
    codeOf(error) === 'ENOENT' ? texts.notInstalled : texts.notStarted(oneLine(error.message)),
  );
}

/** Bytes of its errors that are kept. */
const mostOfErrors = 4000;

/** What a command of git prints, in records of so many fields that end with NUL. Throws if git fails. */
export async function* gitRecords(
  folder: string,
  args: readonly string[],
  fields: number,
): AsyncGenerator<Buffer[], void, void> {
  const child = spawn('git', ['-C', folder, ...args], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < mostOfErrors) errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(cannotRun(error)));
    child.once('close', resolve);
  });
  // It is awaited below, after the output.
  ended.catch(() => undefined);
  try {
    let record: Buffer[] = [];
    let rest: Buffer[] = [];
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
        record.push(Buffer.concat([...rest, chunk.subarray(from, end)]));
        rest = [];
        from = end + 1;
        if (record.length < fields) continue;
        yield record;
        record = [];
      }
      rest.push(chunk.subarray(from));
    }
    if ((await ended) !== 0)
      throw new CommandError('storage', texts.failed(oneLine(errors.split('\n')[0] ?? '')));
  } finally {
    child.kill();
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const western = new TextDecoder('windows-1252');

/** Text in UTF-8, to which git converts what names its encoding, or else in the encoding of old commits. */
export function decoded(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return western.decode(bytes);
  }
}
