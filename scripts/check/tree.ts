// What every check looks at: the files that belong to the project, committed or about to be.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Paths are relative to the root with forward slashes; `text` reads a file as UTF-8 and keeps it. */
export type Tree = { files: readonly string[]; has(path: string): boolean; text(path: string): string };

/** What is wrong in a file, and where the code (or the text) belongs instead. */
export type Fault = { file: string; line?: number; what: string; belongs: string };

/** `figure` is a short measured value that is printed when all is well, too. */
type Findings = { faults: Fault[]; figure?: string };

export type Check = { name: string; run(tree: Tree): Findings };

function treeFrom(files: readonly string[], read: (path: string) => string): Tree {
  const known = new Set(files);
  const texts = new Map<string, string>();
  return {
    files,
    has: (path) => known.has(path),
    text(path) {
      const kept = texts.get(path);
      if (kept !== undefined) return kept;
      const text = read(path);
      texts.set(path, text);
      return text;
    },
  };
}

/** The files of the git checkout at `root` that are committed or not ignored; throws when git cannot answer. */
export function readTree(root: string): Tree {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = [...new Set(listed.split('\0'))].filter(
    (path) => path && statSync(join(root, path), { throwIfNoEntry: false })?.isFile(),
  );
  return treeFrom(files.toSorted(), (path) => readFileSync(join(root, path), 'utf8'));
}

/** A tree of given texts, to try a check on. */
export function treeOf(texts: Record<string, string>): Tree {
  return treeFrom(Object.keys(texts), (path) => texts[path] ?? '');
}

/** The line, counted from 1, that holds a position of a text. */
export function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** True for the tests beside the code and the suites under `tests/`. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tests/');
}
