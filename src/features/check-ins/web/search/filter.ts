// What of the timeline is shown, as the address says it: `/?q=report&tag=finance&from=2026-01-01&files=1` (R-B3).
import { emojis, limits } from '../../contract.ts';
import type { Search } from '../../search-rules.ts';
import { dayBounds } from '../months.ts';

export type Filter = {
  q?: string;
  tag?: string;
  /** Days of the viewer's calendar, `YYYY-MM-DD`; both belong to what is shown. */
  from?: string;
  to?: string;
  emoji?: (typeof emojis)[number];
  kind?: 'goal';
  files?: '1';
  shared?: '1';
};

/** The address as the timeline's filter, and the ways to change it. */
export type FilterPlace = {
  filter: Filter;
  /** `type`: letter by letter, without a step back for each; `open`: from somewhere on the page to its top. */
  show: (filter: Filter, how: 'type' | 'choose' | 'open') => void;
  hrefOf: (filter: Filter) => string;
};

/** The filter of an address; what is not understood is dropped. */
export function readFilter(raw: Record<string, unknown>): Filter {
  const { q, tag, from, to, emoji, kind, files, shared } = raw;
  return filterOf({
    q: text(q, limits.query),
    tag: text(tag, limits.tag),
    from: day(from),
    to: day(to),
    emoji: emojis.find((known) => known === emoji),
    kind: kind === 'goal' ? kind : undefined,
    files: files === '1' ? files : undefined,
    shared: shared === '1' ? shared : undefined,
  });
}

/** A filter without what is not set. */
export function filterOf(parts: { [Part in keyof Filter]: Filter[Part] | undefined }): Filter {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Filter;
}

export function isFiltering(filter: Filter): boolean {
  return Object.keys(filter).length > 0;
}

function text(raw: unknown, most: number): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' && raw.length <= most ? raw.trim() : undefined;
}

function day(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !/^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(raw)) return undefined;
  const at = new Date(`${raw}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? raw : undefined;
}

/** The same as the operation asks for it: days become instants by the viewer's clock. */
export function searchOf({ from, to, ...rest }: Filter, timezone: string): Search {
  return {
    ...rest,
    ...(from !== undefined && { from: dayBounds(from, timezone).from }),
    ...(to !== undefined && { to: dayBounds(to, timezone).to }),
  };
}
