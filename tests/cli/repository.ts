// Repositories of git, made by the tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

type CommitOptions = { by?: string; name?: string; at?: string; committedAt?: string; encoding?: string };

export class Repository {
  readonly folder: string;
  #changes = 0;

  /** With a user, as a machine has one. */
  constructor(folder: string, email = 'ada@example.com') {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.name', 'Ada');
    this.git('config', 'user.email', email);
  }

  git(...args: string[]): string {
    return this.gitWith({}, ...args);
  }

  gitWith(env: Record<string, string>, ...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', HOME: dirname(this.folder), GIT_CONFIG_NOSYSTEM: '1', ...env },
    }).trim();
  }

  /** Commits a change of its own. `message` may be bytes in the encoding. Returns the hash. */
  commit(
    message: string | Buffer,
    { by, name = 'Ada', at, committedAt = at, encoding }: CommitOptions = {},
  ): string {
    writeFileSync(join(this.folder, `file-${++this.#changes}`), String(this.#changes));
    this.git('add', '.');
    const file = join(dirname(this.folder), `message-of-${basename(this.folder)}`);
    writeFileSync(file, message);
    const settings = encoding === undefined ? [] : ['-c', `i18n.commitEncoding=${encoding}`];
    this.gitWith(
      {
        ...(by !== undefined && { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: by }),
        ...(at !== undefined && { GIT_AUTHOR_DATE: at }),
        ...(committedAt !== undefined && { GIT_COMMITTER_DATE: committedAt }),
      },
      ...[...settings, 'commit', '-q', '--allow-empty-message', '--cleanup=verbatim', '-F', file],
    );
    return this.git('rev-parse', 'HEAD');
  }
}

/** Adds many commits at once, one a minute before the last, as a tool that copies repositories does. */
export function addCommits(
  repository: Repository,
  count: number,
  email = 'ada@example.com',
  end = Date.now(),
): void {
  const commits = Array.from({ length: count }, (_, n) => {
    const seconds = Math.floor(end / 1000) - (count - n) * 60;
    const message = `Change ${n} of the importer`;
    const person = `Ada <${email}> ${seconds} +0000`;
    return `commit refs/heads/main\nauthor ${person}\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet', '--force'], {
    cwd: repository.folder,
    input: commits.join(''),
    env: { PATH: '/usr/bin:/bin', HOME: repository.folder },
  });
}
