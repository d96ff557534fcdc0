// Which items of a document are those whose hashes were signed, at the same place.
import { verdictTexts as texts } from '../../verdict-texts.ts';

/** A line in reading order, from 1. `missing` lines are counted as in the packet that was signed. */
export type LineProblem = { line: number; problem: string; isMissing?: true };

/**
 * @param found The hashes of the items in the file.
 * @param signed The hashes that were signed.
 */
export function compareLines(found: readonly string[], signed: readonly string[]): LineProblem[] {
  const start = sameAtStart(found, signed);
  const end = sameAtStart(found.slice(start).toReversed(), signed.slice(start).toReversed());
  // Only what is between the first and the last difference can be moved, changed, added or missing.
  const unclear = range(start, found.length - end).filter((at) => found[at] !== signed[at]);
  const open = range(start, signed.length - end).filter((at) => found[at] !== signed[at]);
  const problems: LineProblem[] = [];
  const unknown: number[] = [];
  // Lines can be the same.
  const openAt = new Map<string, number[]>();
  for (const at of open) openAt.set(signed[at]!, [...(openAt.get(signed[at]!) ?? []), at]);
  for (const at of unclear) {
    const from = openAt.get(found[at]!)?.shift();
    if (from === undefined) unknown.push(at);
    else problems.push({ line: at + 1, problem: texts.moved(from + 1) });
  }
  // What is left of both was probably changed, one after the other.
  const left = [...openAt.values()].flat().toSorted((a, b) => a - b);
  for (const [index, at] of unknown.entries())
    problems.push({ line: at + 1, problem: index < left.length ? texts.changedLine : texts.added });
  for (const at of left.slice(unknown.length))
    problems.push({ line: at + 1, problem: texts.missing, isMissing: true });
  return problems.toSorted((a, b) => a.line - b.line);
}

function sameAtStart(a: readonly string[], b: readonly string[]): number {
  const different = a.findIndex((hash, at) => hash !== b[at]);
  return different === -1 ? a.length : different;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
