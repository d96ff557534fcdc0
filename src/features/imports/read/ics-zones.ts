// The time zones of a calendar: names that the browser knows, and those that the file defines, such as Outlook's.
import { dayMs } from '#platform/clock/durations.ts';
import { knownTimeZone } from '#platform/clock/time-zone.ts';
import type { Component } from './ics-components.ts';
import { readStamp, type Stamp } from './ics-stamp.ts';
import { instants } from './local-time.ts';
import { readRule, repetitions, type Budget, type Rule } from './recurrence.ts';

/** When an offset begins, each year or once. Offsets in milliseconds. */
type Change = { start: number; rule: Rule | undefined; before: number; after: number };

export class IcsZones {
  readonly #own: (wall: number) => number;
  readonly #budget: Budget;
  readonly #byName = new Map<string, (wall: number) => number>();
  readonly #defined = new Map<string, Change[]>();

  /** `timeZone`: of times without one, or with an unknown one. */
  constructor(timeZone: string, budget: Budget) {
    this.#own = instants(timeZone);
    this.#budget = budget;
  }

  /** Whether a name is known, so far. */
  knows(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  define(component: Component): void {
    const name = component.properties.find((property) => property.name === 'TZID')?.value.trim();
    const changes = component.parts.flatMap((part) => changeOf(part) ?? []);
    if (name && changes.length > 0 && this.#defined.size < 1000) this.#defined.set(name, changes);
  }

  /** The instant of a time in the zone with this name. */
  instantOf({ wall, isUtc }: Pick<Stamp, 'wall' | 'isUtc'>, name: string | undefined): number {
    if (isUtc) return wall;
    return ((name && this.#find(name)) || this.#own)(wall);
  }

  #find(name: string): ((wall: number) => number) | undefined {
    const known = this.#byName.get(name);
    if (known) return known;
    const zone = ianaName(name);
    const changes = this.#defined.get(name);
    const found = zone ? instants(zone) : changes && instantsBy(changes, this.#budget);
    if (found) this.#byName.set(name, found);
    return found;
  }
}

/** The name of the IANA zone, which some programs prefix with their own, as in `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaName(name: string): string | null {
  const parts = name.replace(/^"|"$/g, '').split('/');
  return [parts.join('/'), parts.slice(-3).join('/'), parts.slice(-2).join('/')].reduce<string | null>(
    (found, part) => found ?? knownTimeZone(part),
    null,
  );
}

function changeOf({ name, properties }: Component): Change | undefined {
  if (name !== 'STANDARD' && name !== 'DAYLIGHT') return undefined;
  const valueOf = (key: string) => properties.find((property) => property.name === key)?.value;
  const start = readStamp(valueOf('DTSTART') ?? '');
  const after = readOffset(valueOf('TZOFFSETTO'));
  if (!start || after === undefined) return undefined;
  const rule = readRule(valueOf('RRULE') ?? '');
  return {
    start: start.wall,
    rule: rule === 'too_frequent' || rule === null ? undefined : rule,
    before: readOffset(valueOf('TZOFFSETFROM')) ?? after,
    after,
  };
}

function readOffset(text: string | undefined): number | undefined {
  const match = /^([+-])(\d{2}):?(\d{2})(?::?(\d{2}))?$/.exec(text?.trim() ?? '');
  if (!match) return undefined;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return (match[1] === '-' ? -seconds : seconds) * 1000;
}

function instantsBy(changes: Change[], budget: Budget): (wall: number) => number {
  const byYear = new Map<number, { at: number; after: number }[]>();
  const first = changes.reduce((a, b) => (a.start <= b.start ? a : b));
  const changesOf = (year: number) => {
    let found = byYear.get(year);
    if (!found) {
      found = changes
        .flatMap(({ start, rule, after }) => timesIn(year, start, rule, budget).map((at) => ({ at, after })))
        .toSorted((a, b) => a.at - b.at);
      byYear.set(year, found);
    }
    return found;
  };
  return (wall) => {
    const year = new Date(wall).getUTCFullYear();
    const last = (of: number) => changesOf(of).findLast(({ at }) => at <= wall);
    const recent = last(year) ?? last(year - 1);
    if (recent) return wall - recent.after;
    // Before the year of a change that has no rule, the last one that was earlier counts.
    const earlier = changes
      .filter(({ start }) => start <= wall)
      .toSorted((a, b) => a.start - b.start)
      .at(-1);
    return wall - (earlier?.after ?? first.before);
  };
}

/** When a change happens in a year. Outlook's rules begin in 1601, so they are read from the start of the year. */
function timesIn(year: number, start: number, rule: Rule | undefined, budget: Budget): number[] {
  const from = Date.UTC(year, 0, 1);
  const to = Date.UTC(year + 1, 0, 1);
  if (!rule) return start >= from && start < to ? [start] : [];
  if (start >= to || (rule.until !== undefined && rule.until < from)) return [];
  const anchored = new Date(start);
  const time = start - Math.floor(start / dayMs) * dayMs;
  const isBare = rule.byDay.length === 0 && rule.byMonthDay.length === 0;
  const begin =
    rule.byMonth.length > 0 && !isBare
      ? from + time
      : Date.UTC(year, anchored.getUTCMonth(), anchored.getUTCDate()) + time;
  return repetitions({ ...rule, count: 1, interval: 1 }, begin, from, to, budget) ?? [];
}
