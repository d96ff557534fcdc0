// Documents and comments must not name files or commands that do not exist, and every command must be documented.
import { posix } from 'node:path';
import { modulesOf } from './modules.ts';
import { lineAt, type Check, type Problem, type Tree } from './tree.ts';

const roots = /^(src|docs|scripts|bench|tests|migrations|content|deploy|public|\.ci)(\/|$)/;
const topFile =
  /^[\w.-]+\.(md|json|ts|yml)$|^(Dockerfile|LICENSE|\.env\.example|\.npmrc|\.oxfmtrc\.json|\.oxlintrc\.json)$/;
/** A project path in a comment. Other texts of this form are rare enough to ignore. */
const inComment = /(?<![\w./#-])((?:src|docs|migrations)\/[\w./-]*\w)/g;
const isLanded = /^migrations\/\d{4}_/;
const npmOwn = ['ci', 'exec', 'install', 'pack', 'view'];

export const documentPaths: Check = {
  name: 'document paths',
  run(tree) {
    const documents = tree.files.filter((path) => /^[A-Z]+\.md$|^docs\/.*\.md$/.test(path));
    const problems = [
      ...documents.flatMap((file) => problemsOf(tree, file)),
      ...problemsInComments(tree),
      ...undocumentedCommands(tree, documents),
    ];
    return { problems, figure: `${documents.length} documents` };
  },
};

function problemsOf(tree: Tree, file: string): Problem[] {
  const text = tree.text(file);
  const problems: Problem[] = [];
  const add = (at: number, what: string, belongs: string) =>
    problems.push({ file, line: lineAt(text, at), what, belongs });
  for (const match of text.matchAll(/`([^`\n]+)`/g)) {
    const named = match[1]!;
    const path = repositoryPath(named);
    if (path && !isNamed(tree, path))
      add(match.index, `names ${named}, which does not exist`, 'the current path');
    const command = /^npm (?:run )?([a-z][\w:-]*)/.exec(named)?.[1];
    if (command && !npmOwn.includes(command) && !scriptsOf(tree).includes(command)) {
      add(
        match.index,
        `names the command ${named}, which package.json does not have`,
        'a script of package.json',
      );
    }
  }
  for (const match of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    const link = match[1]!;
    if (/^[a-z]+:/.test(link)) continue;
    const path = posix.join(posix.dirname(file), link);
    if (!exists(tree, path)) add(match.index, `links to ${link}, which does not exist`, 'the current path');
  }
  return problems;
}

function problemsInComments(tree: Tree): Problem[] {
  const comments = [...modulesOf(tree).values()].flatMap(({ path, parsed }) =>
    parsed.comments.map(({ value, start }) => ({ path, value, start })),
  );
  // A landed migration keeps its comments, whatever moves.
  for (const path of tree.files.filter((name) => name.endsWith('.sql') && !isLanded.test(name))) {
    for (const { 0: value, index: start } of tree.text(path).matchAll(/--.*/g))
      comments.push({ path, value, start });
  }
  return comments.flatMap(({ path, value, start }) =>
    [...value.matchAll(inComment)].flatMap(([, named]) =>
      exists(tree, named!.replace(/^(docs\/decisions\/\d+)$/, '$1*'))
        ? []
        : {
            file: path,
            line: lineAt(tree.text(path), start),
            what: `names ${named}, which does not exist`,
            belongs: 'the current path',
          },
    ),
  );
}

function undocumentedCommands(tree: Tree, documents: string[]): Problem[] {
  const prose = documents.map((file) => tree.text(file)).join('\n');
  return scriptsOf(tree)
    .filter((script) => !new RegExp(`\\bnpm (run )?${script}(?![\\w:-])`).test(prose))
    .map((script) => ({
      file: 'package.json',
      what: `no document mentions the command "${script}"`,
      belongs: 'the table of commands in CONTRIBUTING.md',
    }));
}

/** The path in an inline code span of a document, with `*` for placeholders; undefined for other code. */
function repositoryPath(named: string): string | undefined {
  const bare = named.replace(/^#(app|features|platform|ui)\//, 'src/$1/').replace(/<[^>]+>|\.\.\./g, '*');
  return !/[\s{}(),]/.test(bare) && (roots.test(bare) || topFile.test(bare)) ? bare : undefined;
}

/** A name without a folder may be in any folder. */
function isNamed(tree: Tree, path: string): boolean {
  return exists(tree, path) || tree.files.some((file) => posix.basename(file) === path);
}

/** Whether a file or folder with that path exists. */
function exists(tree: Tree, path: string): boolean {
  const clean = path.replace(/\/$/, '');
  const pattern = new RegExp(`^${clean.replace(/[.+?^$|\\[\]]/g, '\\$&').replaceAll('*', '[^/]*')}(/|$)`);
  return tree.files.some((file) => pattern.test(file));
}

function scriptsOf(tree: Tree): string[] {
  if (!tree.has('package.json')) return [];
  return Object.keys((JSON.parse(tree.text('package.json')) as { scripts?: object }).scripts ?? {});
}
