// Reads what a module imports, once per file, for the checks that follow imports.
import { posix } from 'node:path';
import { parseSync, Visitor, type ParseResult } from 'oxc-parser';
import { lineAt, type Tree } from './tree.ts';

export type Import = {
  specifier: string;
  /** The file of the project that is meant, when it exists; packages and built-ins have none. */
  target: string | undefined;
  /** Gone after type stripping. */
  typeOnly: boolean;
  line: number;
};

export type Module = { path: string; parsed: ParseResult; imports: Import[] };

const kept = new WeakMap<Tree, Map<string, Module>>();

/** Code files that are parsed: TypeScript and plain modules of `src`, `scripts`, `tests` and the root. */
function isModule(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path) && !path.endsWith('.d.ts');
}

/** All modules of a tree, parsed. A file that does not parse is left to the type checker. */
export function modulesOf(tree: Tree): Map<string, Module> {
  const known = kept.get(tree);
  if (known) return known;
  const modules = new Map<string, Module>();
  for (const path of tree.files.filter(isModule)) modules.set(path, readModule(tree, path));
  kept.set(tree, modules);
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
  for (const one of parsed.module.staticImports) {
    const typeOnly = one.entries.length > 0 && one.entries.every((entry) => entry.isType);
    add(one.moduleRequest.value, typeOnly, one.start);
  }
  for (const one of parsed.module.staticExports) {
    const source = one.entries[0]?.moduleRequest;
    if (source)
      add(
        source.value,
        one.entries.every((entry) => entry.isType),
        one.start,
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

/** Relative specifiers and the subpath imports of package.json (`#ui/cx.ts` is `src/ui/cx.ts`). */
function targetOf(tree: Tree, from: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  const path = bare.startsWith('.')
    ? posix.join(posix.dirname(from), bare)
    : bare.startsWith('#')
      ? `src/${bare.slice(1)}`
      : undefined;
  return path !== undefined && tree.has(path) ? path : undefined;
}
