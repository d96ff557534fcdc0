// What axe said of the screens of the browser tests, and how the report on accessibility keeps it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Evidence } from '#features/legal/accessibility-contract.ts';

/** The rules of axe for WCAG 2.2, levels A and AA. */
export const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] as const;

/** Of one part of the browser tests: how often each rule held, or could not be decided. */
export type AxeRecord = {
  part: string;
  checks: number;
  held: Record<string, number>;
  undecided: Record<string, number>;
};

/** The criterion that a tag stands for, such as 1.4.3 for `wcag143`. */
function criterionOf(tag: string): string[] {
  const [, principle, guideline, number] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? [];
  return principle === undefined ? [] : [`${principle}.${guideline}.${number}`];
}

/** The records of the latest browser tests. Empty before the first. */
export function readRecords(root: string): AxeRecord[] {
  const folder = join(root, 'reports/axe');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as AxeRecord);
}

/** All records as one. `day`: of the tests, as `YYYY-MM-DD`. */
export function evidenceOf(records: readonly AxeRecord[], day: string): Evidence {
  const sum = (rule: string, kind: 'held' | 'undecided') =>
    records.reduce((count, record) => count + (record[kind][rule] ?? 0), 0);
  return {
    axe: axe.version,
    day,
    parts: records.map(({ part }) => part).toSorted(),
    checks: records.reduce((count, { checks }) => count + checks, 0),
    rules: axe
      .getRules([...axeTags])
      .map(({ ruleId: id, tags }) => ({
        ...{ id, criteria: tags.flatMap(criterionOf) },
        ...{ held: sum(id, 'held'), undecided: sum(id, 'undecided') },
      }))
      // Axe does not run its experiments, and some rules find nothing that they are about.
      .filter(({ held, undecided }) => held + undecided > 0)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** Why a report is not the one of these tests, or undefined. Numbers of states may differ: they change with each new state. */
export function staleness(kept: Evidence, now: Evidence): string | undefined {
  if (kept.axe !== now.axe) return `it is of axe ${kept.axe}, and the tests ran axe ${now.axe}`;
  const parts = now.parts.filter((part) => !kept.parts.includes(part));
  if (parts.length > 0) return `it does not have the screens “${parts.join('”, “')}”`;
  const gone = kept.parts.filter((part) => !now.parts.includes(part));
  return gone.length > 0 ? `it has the screens “${gone.join('”, “')}”, which were not tested` : undefined;
}
