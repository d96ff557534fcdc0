// What an import tells its user.
import type { Output } from '../terminal.ts';
import { oneLine } from '../terminal.ts';
import { leftOutTexts } from './adapter.ts';
import type { Result } from './run-import.ts';

const many = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
export const suggestions = (count: number): string => many(count, 'suggestion', 'suggestions');

const sum = (results: readonly Result[], count: (result: Result) => number) =>
  results.reduce((total, result) => total + count(result), 0);

/** The counts of several maps together, the largest first. */
function totals<Key>(maps: readonly ReadonlyMap<Key, number>[]): [Key, number][] {
  const all = new Map<Key, number>();
  for (const map of maps) for (const [key, count] of map) all.set(key, (all.get(key) ?? 0) + count);
  return [...all].sort(([, a], [, b]) => b - a);
}

export function report(results: readonly Result[], inbox: string, isDry: boolean, out: Output): void {
  const found = sum(results, (result) => result.found);
  if (isDry) {
    for (const { first } of results)
      for (const { at, group, content } of first)
        out.line([at.slice(0, 10), oneLine(group ?? ''), oneLine(content)].join('\t'));
    out.line(`${suggestions(found)} found${ofLabels(results)}. Nothing was sent.`);
  } else {
    const [added, known] = [sum(results, (result) => result.added), sum(results, (result) => result.known)];
    if (added > 0)
      out.line(
        `${out.style('green', '✓')} ${suggestions(added)}${ofLabels(results)} added to your inbox: ${inbox}`,
      );
    else out.line(`Nothing new${ofLabels(results)}.`);
    if (known > 0)
      out.line(
        `  ${known.toLocaleString('en')} ${known === 1 ? 'was' : 'were'} there already, or accepted or dismissed before.`,
      );
  }
  listCounts(
    'Left out',
    totals(results.map(({ leftOut }) => leftOut)).map(([why, count]) => [leftOutTexts[why], count]),
    out,
  );
  listCounts('Refused', totals(results.map(({ refused }) => refused)), out);
}

/** One result by its name, several by their number. */
function ofLabels(results: readonly Result[]): string {
  return results.length === 1 ? ` from ${oneLine(results[0]!.label)}` : ` from ${results.length} places`;
}

function listCounts(title: string, counts: readonly [string, number][], out: Output): void {
  if (counts.length === 0) return;
  out.line(`  ${title}:`);
  for (const [why, count] of counts) out.line(`    ${count.toLocaleString('en')}  ${oneLine(why)}`);
}

/** For other programs. */
export function jsonOf(results: readonly Result[], isDry: boolean) {
  return {
    dry_run: isDry,
    imports: results.map(({ adapter, label, from, to, found, first, added, known, refused, leftOut }) => ({
      ...{ kind: adapter, name: label, from, to, found },
      ...(isDry ? { first } : { added, known, refused: Object.fromEntries(refused) }),
      left_out: Object.fromEntries(leftOut),
    })),
  };
}
