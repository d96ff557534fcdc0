// The input of every check: the files of the project, committed or not ignored.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths are relative to the root with forward slashes; `text` reads a file as UTF-8 and caches it. */
export type Tree = {
  files: readonly string[];
  has(path: string): boolean;
  text(path: string): string;
  /** The text of a file in the last two commits on this branch, as far as the clone has them. */
  committed(path: string): string[];
};

/** A problem in a file, and where the code belongs or what to write instead. */
export type Problem = { file: string; line?: number; what: string; belongs: string };

/** `figure` is a short measured value that is always printed. */
type Findings = { problems: Problem[]; figure?: string };

export type Check = { name: string; run(tree: Tree): Findings };

function treeFrom(
  files: readonly string[],
  read: (path: string) => string,
  committed: (path: string) => string[],
): Tree {
  const known = new Set(files);
  const texts = new Map<string, string>();
  return {
    files,
    committed,
    has: (path) => known.has(path),
    text(path) {
      const cached = texts.get(path);
      if (cached !== undefined) return cached;
      const text = read(path);
      texts.set(path, text);
      return text;
    },
  };
}

/** The files of the git checkout at `root` that are committed or not ignored. Throws if git fails. */
export function readTree(root: string): Tree {
  // Without safe.directory, git refuses to read another user's checkout. Nothing in it is executed.
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'safe.directory=*', ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const listed = git('ls-files', '-co', '--exclude-standard', '-z');
  const files = [...new Set(listed.split('\0'))].filter(
    (path) => path && statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
  );
  const committed = (path: string) =>
    ['HEAD', 'HEAD^1'].flatMap((commit) => {
      try {
        return git('show', `${commit}:${path}`);
      } catch {
        // The commit is not in this clone, or has no such file.
        return [];
      }
    });
  return treeFrom(files.toSorted(), (path) => readFileSync(join(root, path), 'utf8'), committed);
}

/** A tree of the given texts, for tests of checks. `committed`: the texts in the last commit. */
export function treeOf(texts: Record<string, string>, committed: Record<string, string> = {}): Tree {
  return treeFrom(
    Object.keys(texts),
    (path) => texts[path] ?? '',
    (path) => (committed[path] === undefined ? [] : [committed[path]]),
  );
}

/** The line, counted from 1, of a position in a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Whether a file is a test next to the code or belongs to a suite under `tests/`. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tests/');
}
