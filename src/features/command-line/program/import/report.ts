// What an import tells its user.
import { number } from '#platform/text/language.ts';
import { importTexts as texts } from '../../import-texts.ts';
import type { Output } from '../terminal.ts';
import { oneLine } from '../terminal.ts';
import { leftOutTexts } from './adapter.ts';
import type { Result } from './run-import.ts';

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
  const labels = results.map(({ label }) => oneLine(label));
  if (isDry) {
    for (const { first } of results)
      for (const { at, group, content } of first)
        out.line([at.slice(0, 10), oneLine(group ?? ''), oneLine(content)].join('\t'));
    out.line(texts.found(found, labels));
  } else {
    const [added, known] = [sum(results, (result) => result.added), sum(results, (result) => result.known)];
    if (added > 0) out.line(`${out.style('green', '✓')} ${texts.added(added, labels, inbox)}`);
    else out.line(texts.nothingNew(labels));
    if (known > 0) out.line(`  ${texts.known(known)}`);
  }
  listCounts(
    texts.leftOut,
    totals(results.map(({ leftOut }) => leftOut)).map(([why, count]) => [leftOutTexts[why], count]),
    out,
  );
  listCounts(texts.refused, totals(results.map(({ refused }) => refused)), out);
}

function listCounts(title: string, counts: readonly [string, number][], out: Output): void {
  if (counts.length === 0) return;
  out.line(`  ${title}`);
  for (const [why, count] of counts) out.line(`    ${number(count)}  ${oneLine(why)}`);
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
