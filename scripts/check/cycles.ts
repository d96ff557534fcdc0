// Modules in an import cycle cannot be read, tested or moved one at a time. Type imports count as well.
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
        module.imports.flatMap(({ target }) => (target && modules.has(target) ? target : [])),
      );
    }
    const faults: Fault[] = cyclesIn(edges).map((cycle) => ({
      file: cycle[0]!,
      what: `import cycle: ${[...cycle, cycle[0]].join(' -> ')}`,
      belongs: 'move the shared code to a third file that imports neither',
    }));
    return { faults, figure: `${modules.size} modules` };
  },
};

/** One cycle per back edge of a depth-first search; empty if there are none. */
function cyclesIn(edges: Map<string, string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (node: string) => {
    const start = path.indexOf(node);
    if (start !== -1) found.push(path.slice(start));
    if (start !== -1 || done.has(node)) return;
    path.push(node);
    for (const next of edges.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  };
  for (const node of edges.keys()) visit(node);
  return found;
}
