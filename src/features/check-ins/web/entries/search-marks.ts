// Finds the ranges of search matches in a text, to highlight them.
import { foldWithPositions } from '../../search-rules.ts';
import { findTags } from '../../tag-rules.ts';

/** Start and end, `to` exclusive. */
export type Range = [from: number, to: number];

/** The ranges of all terms (`searchTerms`) in a text, in order. Overlapping and adjacent ranges are merged. */
export function marksIn(text: string, terms: readonly string[]): Range[] {
  const { folded, starts, ends } = foldWithPositions(text);
  const found: Range[] = [];
  const tags = findTags(text);
  for (const term of new Set(terms)) {
    if (/^ #[^ ]/.test(term)) {
      for (const tag of tags) {
        if (` #${tag.key} `.startsWith(term)) found.push([tag.at, tag.at + tag.length]);
      }
      continue;
    }
    const last = term.trimEnd().length - 1;
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + 1))
      found.push([starts[at + 1]!, ends[at + last]!]);
  }
  return merged(found);
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && from <= before[1]) before[1] = Math.max(before[1], to);
    else result.push([from, to]);
  }
  return result;
}
