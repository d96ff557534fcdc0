// Commits of the user in repositories of this machine, with git itself: no code leaves it, only the subjects of commits.
import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isBlank } from '#platform/text/plain-text.ts';
import { gitTexts as texts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import { oneLine } from '../terminal.ts';
import type { Adapter, Found, LeftOut, Origin, Period, Reader } from './adapter.ts';
import { decoded, git, gitRecords } from './git-program.ts';
import { readRemote, type Remote } from './git-remote.ts';

export const gitAdapter: Adapter = {
  name: 'git',
  source: 'git',
  takesWords: true,
  async open(words, addresses, reader) {
    const folders = words.length > 0 ? words : ['.'];
    const found = folders.map((folder) => ({ folder, place: placeOf(folder) }));
    const repositories = found.filter(({ place }) => place !== undefined);
    for (const { folder, place } of found) {
      if (place) continue;
      // So that `logbook import git ~/code/*` works, whatever else is there.
      if (repositories.length > 0) reader.note(texts.noRepository(oneLine(folder)));
      else throw new CommandError('usage', texts.noneNamed(oneLine(folder)));
    }
    const byId = new Map(repositories.map(({ place }) => [place!.id, place!]));
    return [...byId.values()].map((place) => originOf(place, addresses));
  },
};

/** `id`: the folder of git's own data, which the work trees of a repository share. */
type Place = { id: string; folder: string };

/** Undefined if it is not in a repository. */
function placeOf(folder: string): Place | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const data = git(folder, 'rev-parse', '--git-common-dir');
  if (data === undefined) return undefined;
  const top = git(folder, 'rev-parse', '--show-toplevel') || resolve(folder, data);
  return { id: realpathSync(resolve(folder, data)), folder: realpathSync(top) };
}

function originOf({ id, folder }: Place, named: readonly string[]): Origin {
  const configured = [git(folder, 'config', 'user.email'), git(folder, 'config', '--global', 'user.email')];
  const known = configured.map((address) => address?.trim().toLowerCase() ?? '');
  const addresses = new Set([...known, ...named].filter((address) => address !== ''));
  if (addresses.size === 0) throw new CommandError('usage', texts.noAddress);
  const remote = remoteOf(folder);
  const group = remote?.name ?? nameOf(id);
  return {
    ...{ id, label: group, words: [folder] },
    read: (period, reader) => read({ folder, group, remote, addresses }, period, reader),
  };
}

/** The name of the folder that the data are in, which all work trees share; or that of a bare repository, without `.git`. */
function nameOf(data: string): string {
  const name = basename(data);
  return name === '.git' ? basename(dirname(data)) : name.replace(/\.git$/, '');
}

function remoteOf(folder: string): Remote | undefined {
  const names = git(folder, 'remote')?.split('\n') ?? [];
  const name = names.find((candidate) => candidate === 'origin') ?? names[0];
  const url = name ? git(folder, 'remote', 'get-url', '--', name) : undefined;
  return url === undefined ? undefined : readRemote(url);
}

type Repository = { folder: string; group: string; remote: Remote | undefined; addresses: Set<string> };

/** Fields of a commit, each followed by NUL, which none of them can contain. */
const fields = ['%H', '%P', '%at', '%an', '%ae', '%aE', '%s'] as const;

async function* read(
  { folder, group, remote, addresses }: Repository,
  { from, first }: Period,
  reader: Reader,
): AsyncGenerator<Found, void, void> {
  if (git(folder, 'rev-parse', '--is-shallow-repository') === 'true') reader.note(texts.shallow(group));
  const hasCommits = git(folder, 'rev-parse', '--quiet', '--verify', 'HEAD') !== undefined;
  const args = [
    ...['log', '-z', '--no-patch', '--no-show-signature', '--no-color', '--encoding=UTF-8'],
    // The date of the committer: what was rebased or picked since the last run is new here, however old it is.
    ...(from > 0 ? [`--since=${new Date(from).toISOString()}`] : []),
    `--format=${fields.join('%x00')}`,
    ...['--branches', '--remotes', ...(hasCommits ? ['HEAD'] : []), '--'],
  ];
  let own = 0;
  for await (const record of gitRecords(folder, args, fields.length)) {
    const [hash, parents, seconds, name, email, mapped, subject] = record.map(decoded) as [
      ...[hash: string, parents: string, seconds: string, name: string],
      ...[email: string, mapped: string, subject: string],
    ];
    const isOwn = [email, mapped].some((address) => addresses.has(address.toLowerCase()));
    if (isOwn) own++;
    const at = Number(seconds) * 1000;
    const why = reasonAgainst({ name, email, isOwn, parents, subject });
    if (why) reader.leaveOut(why);
    else if (at >= first)
      yield {
        sourceId: identityOf(seconds, email, subject),
        ...{ at, text: subject, group, url: remote?.commit(hash) },
        reason: texts.reason(hash.slice(0, 10), group),
      };
  }
  if (own === 0) reader.note(texts.noCommits(group, [...addresses].map(oneLine)));
}

type Commit = { name: string; email: string; isOwn: boolean; parents: string; subject: string };

function reasonAgainst({ name, email, isOwn, parents, subject }: Commit): LeftOut | undefined {
  if (isBot(name) || isBot(email)) return 'bot';
  if (!isOwn) return 'other_author';
  if (parents.includes(' ')) return 'merge';
  return isBlank(subject) ? 'no_text' : undefined;
}

/** Whether a name or an address is that of a program. */
function isBot(text: string): boolean {
  return /\[bot\]|^(?:\d+\+)?(?:dependabot|renovate|github-actions)(?:[-\s[@]|$)/i.test(text);
}

/**
 * The same for the copies of a commit that a rebase, a cherry-pick, a fork or an amendment makes, whose hashes differ: when
 * its author wrote it, who that is, and what it says. The address is hashed, and not sent.
 */
function identityOf(seconds: string, email: string, subject: string): string {
  const hash = createHash('sha256').update(`${email.toLowerCase()}\n${subject}`).digest('hex');
  return `${seconds}-${hash.slice(0, 32)}`;
}
