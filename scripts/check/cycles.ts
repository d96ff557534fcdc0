// Modules that import each other in a ring cannot be read, tested or moved one at a time; types count as well.
import { modulesOf } from './modules.ts';
import type { Check, Fault } from './tree.ts';

export const cycles: Check = {
  name: 'import cycles',
  run(tree) {
    const modules = modulesOf(tree);
    const edges = new Map<string, string[]>();
    for (const module of modules.values()) {
      edges.set(
        module.path,
        module.imports.flatMap((one) => (one.target && modules.has(one.target) ? one.target : [])),
      );
    }
    const faults: Fault[] = rings(edges).map((ring) => ({
      file: ring[0]!,
      what: `ring of imports: ${[...ring, ring[0]].join(' -> ')}`,
      belongs: 'what both need belongs to a third file that imports neither',
    }));
    return { faults, figure: `${modules.size} modules` };
  },
};

/** One ring per way back that a depth-first walk meets; empty when the graph has none. */
function rings(edges: Map<string, string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (path: string) => {
    const start = way.indexOf(path);
    if (start !== -1) found.push(way.slice(start));
    if (start !== -1 || done.has(path)) return;
    way.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    way.pop();
    done.add(path);
  };
  for (const path of edges.keys()) visit(path);
  return found;
}
