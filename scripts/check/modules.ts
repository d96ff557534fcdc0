// Parses each module once and lists its imports, for the checks that follow imports.
import { posix } from 'node:path';
import { parseSync, Visitor, type ParseResult } from 'oxc-parser';
import { lineAt, type Tree } from './tree.ts';

export type Import = {
  specifier: string;
  /** The imported file of the project, if it exists; undefined for packages and built-ins. */
  target: string | undefined;
  /** Removed by type stripping. */
  typeOnly: boolean;
  line: number;
};

export type Module = { path: string; parsed: ParseResult; imports: Import[] };

const cache = new WeakMap<Tree, Map<string, Module>>();

/** Whether a file is parsed: TypeScript and plain modules, without type declarations. */
function isModule(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path) && !path.endsWith('.d.ts');
}

/** All modules of a tree, parsed. Syntax errors are left to the type checker. */
export function modulesOf(tree: Tree): Map<string, Module> {
  const cached = cache.get(tree);
  if (cached) return cached;
  const modules = new Map<string, Module>();
  for (const path of tree.files.filter(isModule)) modules.set(path, readModule(tree, path));
  cache.set(tree, modules);
  return modules;
}

function readModule(tree: Tree, path: string): Module {
  const text = tree.text(path);
  const parsed = parseSync(path, text);
  const imports: Import[] = [];
  const add = (specifier: string, typeOnly: boolean, position: number) => {
    const target = targetOf(tree, path, specifier);
    imports.push({ specifier, target, typeOnly, line: lineAt(text, position) });
  };
  for (const { entries, moduleRequest, start } of parsed.module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    add(moduleRequest.value, typeOnly, start);
  }
  for (const { entries, start } of parsed.module.staticExports) {
    const source = entries[0]?.moduleRequest;
    if (source)
      add(
        source.value,
        entries.every((entry) => entry.isType),
        start,
      );
  }
  new Visitor({
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(String(node.source.value), false, node.start);
    },
    TSImportType(node) {
      add(node.source.value, true, node.start);
    },
  }).visit(parsed.program);
  return { path, parsed, imports };
}

/** Relative specifiers and the subpath imports of package.json (`#ui/cx.ts` is `src/ui/cx.ts`, `#tests` is `tests`). */
function targetOf(tree: Tree, from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  const path = bare.startsWith('.')
    ? posix.join(posix.dirname(from), bare)
    : bare.startsWith('#')
      ? bare.replace(/^#(?!tests\/)/, 'src/').replace('#', '')
      : undefined;
  return path !== undefined && tree.has(path) ? path : undefined;
}
