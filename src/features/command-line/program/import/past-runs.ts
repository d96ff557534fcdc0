// What was imported before, from where and when: for the next import, and for --watch. Addresses of calendars may be secrets,
// so only the user can read the file. It contains no token.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTexts as texts } from '../../import-texts.ts';
import { codeOf, CommandError } from '../command-error.ts';
import type { Credentials } from '../credentials.ts';
import { configFolder, makeFolder, storageError, writeDurably } from '../folders.ts';
import type { Adapter } from './adapter.ts';

export type PastRun = {
  /** Whose inbox it filled. Another one knows nothing of it. */
  account: string;
  adapter: Adapter['name'];
  /** The id and the label of the origin, and the words that open it. */
  origin: string;
  label: string;
  words: string[];
  /** The addresses that the user named. */
  addresses: string[];
  /** ISO instants: the beginning of what was read, and of the last complete run. */
  first: string;
  last: string;
};

const file = () => join(configFolder(), 'imports.json');

/** A token from the environment has no account that the program knows. */
export function accountOf({ url, email, token }: Credentials): string {
  return `${url} ${email ?? `token ${createHash('sha256').update(token).digest('hex').slice(0, 16)}`}`;
}

/** The past runs of all accounts, in the order in which they were added. */
function readAll(): PastRun[] {
  try {
    const runs = JSON.parse(readFileSync(file(), 'utf8')) as unknown;
    if (Array.isArray(runs)) return runs as PastRun[];
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    if (!(error instanceof SyntaxError))
      throw new CommandError('storage', texts.unreadable(file(), (error as Error).message));
  }
  throw new CommandError('storage', texts.damaged(file()));
}

function write(runs: readonly PastRun[]): void {
  try {
    makeFolder(configFolder());
    writeDurably(file(), `${JSON.stringify(runs, null, 2)}\n`);
  } catch (error) {
    throw storageError(error, texts.notNoted(file()));
  }
}

export function pastRuns(account: string): PastRun[] {
  return readAll().filter((run) => run.account === account);
}

const isSame = (a: PastRun, b: PastRun) =>
  a.account === b.account && a.adapter === b.adapter && a.origin === b.origin;

export function remember(run: PastRun): void {
  const runs = readAll();
  const known = runs.findIndex((other) => isSame(other, run));
  write(known < 0 ? [...runs, run] : runs.with(known, run));
}

export function forget(run: PastRun): void {
  write(readAll().filter((other) => !isSame(other, run)));
}
