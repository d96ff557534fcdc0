// The timeline's filter, as stored in the URL: `/?q=report&tag=finance&from=2026-01-01&files=1` (R-B3).
import { emojis, limits } from '../../constants.ts';
import type { Search } from '../../search-rules.ts';
import { dayBounds } from '#platform/clock/days.ts';

export type Filter = {
  q?: string;
  tag?: string;
  /** Days in the viewer's time zone, `YYYY-MM-DD`. Both are inclusive. */
  from?: string;
  to?: string;
  emoji?: (typeof emojis)[number];
  kind?: 'goal';
  files?: '1';
  shared?: '1';
};

/** The filter in the URL, with the ways to change it. */
export type FilterPlace = {
  filter: Filter;
  /** `type`: while typing, without a history entry per keystroke. `open`: also scrolls to the top of the page. */
  show: (filter: Filter, how: 'type' | 'choose' | 'open') => void;
  hrefOf: (filter: Filter) => string;
};

/** Parses the filter from URL parameters. Drops invalid values. */
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

/** A filter without undefined parts. */
export function filterOf(parts: { [Part in keyof Filter]: Filter[Part] | undefined }): Filter {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Filter;
}

export function isFiltering(filter: Filter): boolean {
  return Object.keys(filter).length > 0;
}

function text(raw: unknown, maxLength: number): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' && raw.length <= maxLength ? raw.trim() : undefined;
}

function day(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !/^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(raw)) return undefined;
  const at = new Date(`${raw}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(raw) ? raw : undefined;
}

/** Converts a filter to the query of the search operation: days become instants in the viewer's time zone. */
export function searchOf({ from, to, ...rest }: Filter, timezone: string): Search {
  return {
    ...rest,
    ...(from !== undefined && { from: dayBounds(from, timezone).from }),
    ...(to !== undefined && { to: dayBounds(to, timezone).to }),
  };
}
