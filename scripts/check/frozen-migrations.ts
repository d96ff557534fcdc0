// A migration that has landed never changes, because databases have applied it. The list of their checksums is committed,
// so that this check also works on a clone without history. With history, the list itself only grows: it is compared with
// the previous commit (docs/decisions/0024).
import { createHash } from 'node:crypto';
import type { Check, Problem, Tree } from './tree.ts';

const list = 'migrations/checksums.txt';
/** A line as sha256sum writes it. */
const entry = /^([0-9a-f]{64}) {2}(\d{4}_[a-z0-9_]+\.sql)$/gm;
const migration = /^migrations\/(\d{4}_[a-z0-9_]+\.sql)$/;

export const frozenMigrations: Check = {
  name: 'migrations',
  run(tree) {
    const landed = listed(tree.has(list) ? tree.text(list) : '');
    const committed = new Map(tree.committed(list).flatMap((text) => [...listed(text)]));
    const rewritten = [...committed].filter(([name, checksum]) => landed.get(name) !== checksum);
    const names = tree.files.flatMap((path) => migration.exec(path)?.[1] ?? []);
    const removed = [...landed.keys()].filter((name) => !names.includes(name));
    const problems = [
      ...rewritten.map(([name]) =>
        problem(
          name,
          `has landed, and its line in ${list} was changed`,
          'restore both; a change is a new migration',
        ),
      ),
      ...removed.map((name) =>
        problem(name, 'has landed and was removed', 'restore it; undo it in a new migration'),
      ),
      ...names.flatMap((name) => problemsOf(tree, name, landed.get(name))),
      ...names.filter((name, at) => at > 0 && numberOf(name) === numberOf(names[at - 1]!)).map(sharedNumber),
    ];
    return { problems, figure: `${landed.size} frozen` };
  },
};

/** Checksums by file name. */
function listed(text: string): Map<string, string> {
  return new Map([...text.matchAll(entry)].map(([, checksum, name]) => [name!, checksum!]));
}

function problemsOf(tree: Tree, name: string, landed: string | undefined): Problem[] {
  const checksum = createHash('sha256')
    .update(tree.text(`migrations/${name}`))
    .digest('hex');
  if (landed === checksum) return [];
  return [
    landed === undefined
      ? problem(name, `is not in ${list}`, `append the line: ${checksum}  ${name}`)
      : problem(name, 'has landed and was changed', 'restore it; a change is a new migration'),
  ];
}

const numberOf = (name: string) => name.slice(0, 4);

const sharedNumber = (name: string) =>
  problem(name, `shares the number ${numberOf(name)} with another migration`, 'the next free number');

const problem = (name: string, what: string, belongs: string): Problem => ({
  file: `migrations/${name}`,
  what,
  belongs,
});
