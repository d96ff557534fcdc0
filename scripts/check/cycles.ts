// Files, folders or features in an import cycle cannot be read, tested or moved one at a time. Type imports count as well.
import { posix } from 'node:path';
import { modulesOf } from './modules.ts';
import { isTest, type Check, type Problem } from './tree.ts';

/** Which nodes import which, and the imports that make it so. */
class Graph {
  readonly edges = new Map<string, Map<string, string[]>>();

  add(from: string, to: string, by: string): void {
    const next = this.edges.get(from) ?? new Map<string, string[]>();
    this.edges.set(from, next.set(to, [...(next.get(to) ?? []), by]));
  }

  /** Shortest cycles without a node in common. Once they are fixed, others may appear. */
  cycles(): string[][] {
    const found: string[][] = [];
    for (const node of this.edges.keys()) {
      // A file in a reported folder would be reported again with that folder's neighbors.
      if (found.flat().some((seen) => seen === node || seen === posix.dirname(node))) continue;
      const cycle = this.cycleThrough(node);
      if (cycle) found.push(cycle);
    }
    return found;
  }

  private cycleThrough(start: string): string[] | undefined {
    const paths = new Map([[start, [start]]]);
    for (const [node, path] of paths) {
      for (const next of this.edges.get(node)?.keys() ?? []) {
        if (next === start) return path;
        if (!paths.has(next)) paths.set(next, [...path, next]);
      }
    }
    return undefined;
  }
}

export const cycles: Check = {
  name: 'import cycles',
  run(tree) {
    const files = new Graph();
    const folders = new Graph();
    const features = new Graph();
    const modules = modulesOf(tree);
    for (const { path, imports } of modules.values()) {
      for (const { target } of imports) {
        if (!target || !modules.has(target)) continue;
        files.add(path, target, path);
        if (!path.startsWith('src/') || isTest(path)) continue;
        addFolders(folders, path, target);
        addFeatures(features, path, target);
      }
    }
    const folderCycles = folders.cycles().filter((cycle) => cycle.some((node) => !modules.has(node)));
    const problems = [
      ...files.cycles().map(fileProblem),
      ...folderCycles.map((cycle) => outerProblem('folder', folders, cycle)),
      ...features.cycles().map((cycle) => outerProblem('feature', features, cycle)),
    ];
    const count = new Set([...modules.keys()].map((path) => posix.dirname(path))).size;
    return { problems, figure: `${modules.size} modules in ${count} folders` };
  },
};

/**
 * A folder contains its subfolders, so an import between them connects only the one file on the outside: `routes.ts` may
 * import `operations/`, which imports `store.ts` next to it. Tests may import from anywhere, as in the import law.
 */
function addFolders(folders: Graph, path: string, target: string): void {
  for (const from of [posix.dirname(path), path]) {
    for (const to of [posix.dirname(target), target]) {
      const nested = `${from}/`.startsWith(`${to}/`) || `${to}/`.startsWith(`${from}/`);
      if (!nested) folders.add(from, to, `${path} -> ${target}`);
    }
  }
}

/** Features import each other in one direction, whichever of their folders do. */
function addFeatures(features: Graph, path: string, target: string): void {
  const [from, to] = [path, target].map((file) => /^src\/features\/[^/]+/.exec(file)?.[0]);
  if (from && to && from !== to) features.add(from, to, `${path} -> ${target}`);
}

const shown = (cycle: string[]) => [...cycle, cycle[0]].join(' -> ');

function fileProblem(cycle: string[]): Problem {
  return {
    file: cycle[0]!,
    what: `import cycle: ${shown(cycle)}`,
    belongs: 'move the shared code to a third file that imports neither',
  };
}

const remedies = {
  folder: 'move the file to the folder that needs it, or the shared code to a folder that imports neither',
  feature:
    'move the code to the feature that knows the other one, let src/app pass it in, or move it to src/platform or src/ui',
};

/** Names the imports of the edge that has the fewest, because it is the easiest to remove. */
function outerProblem(kind: keyof typeof remedies, { edges }: Graph, cycle: string[]): Problem {
  const imports = cycle.map((from, index) => edges.get(from)!.get(cycle[(index + 1) % cycle.length]!)!);
  const fewest = imports.toSorted((a, b) => a.length - b.length)[0]!;
  return {
    file: fewest[0]!.split(' ')[0]!,
    what: `${kind} cycle: ${shown(cycle)}, closed by ${fewest.join(', ')}`,
    belongs: remedies[kind],
  };
}
