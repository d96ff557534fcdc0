// Calendars as .ics files: events that took place, to-dos that are done, and journals. Series become one suggestion for
// each day on which they took place in the period.
import { hourMs } from '#platform/clock/durations.ts';
import { limits } from '../constants.ts';
import { reasonTexts } from '../reason-texts.ts';
import type { Sink } from './found.ts';
import { icsComponents, textValue, type Component, type Property } from './ics-components.ts';
import { readStamp, type Stamp } from './ics-stamp.ts';
import { IcsZones } from './ics-zones.ts';
import { owned } from './owned.ts';
import { readRule, repetitions } from './recurrence.ts';
import { shortHash } from './short-hash.ts';
import type { Source } from './sources.ts';
import { linesOf, textOf } from './text.ts';
import type { Format } from './format.ts';

/** A time with the name of its zone. */
type ZonedStamp = Stamp & { zone: string | undefined };
type Kind = 'VEVENT' | 'VTODO' | 'VJOURNAL';

type Item = {
  kind: Kind;
  where: string;
  uid: string;
  summary: string;
  start: ZonedStamp;
  rule: string;
  extra: ZonedStamp[];
  except: ZonedStamp[];
  /** The original time of an occurrence that was changed. */
  replaces: ZonedStamp | undefined;
  outcome: 'cancelled' | 'declined' | undefined;
};

export const calendar: Format = {
  id: 'calendar',
  accepts: ({ path }) => /\.(ics|ical|ifb|icalendar)$/i.test(path),
  async read(source, sink) {
    const reader = new CalendarReader(source, sink);
    await reader.read();
  },
};

class CalendarReader {
  readonly #source: Source;
  readonly #sink: Sink;
  readonly #zones: IcsZones;
  readonly #addresses: Set<string>;
  /** Series, changed occurrences and events of zones that are not defined yet, until the file ends. */
  readonly #kept: Item[] = [];
  readonly #budget = { left: limits.daysOfSeries };
  #name = '';
  #isCancelled = false;

  constructor(source: Source, sink: Sink) {
    this.#source = source;
    this.#sink = sink;
    this.#zones = new IcsZones(sink.options.timeZone, this.#budget);
    this.#addresses = new Set(sink.options.addresses);
  }

  async read(): Promise<void> {
    const { path } = this.#source;
    let isCalendar = false;
    const lines = linesOf(textOf(this.#source));
    const report = ({ line, why }: { line: number; why: Parameters<Sink['skip']>[1] }) => {
      if (isCalendar) this.#sink.skip(`${path}:${line}`, why);
    };
    async function* checked() {
      for await (const line of lines) {
        if (!isCalendar && line.text.trim() !== '') {
          if (!/^BEGIN:VCALENDAR\s*$/i.test(line.text)) return;
          isCalendar = true;
        }
        yield line;
      }
    }
    for await (const component of icsComponents(checked(), report)) this.#take(component);
    if (!isCalendar) return this.#sink.skip(path, 'not_this_format');
    this.#finish();
  }

  #take(component: Component): void {
    if (component.name === '') return this.#takeCalendarProperty(component.properties[0]!);
    if (component.name === 'VTIMEZONE') return this.#zones.define(component);
    if (!/^(VEVENT|VTODO|VJOURNAL)$/.test(component.name)) return;
    const item = this.#itemOf(component);
    if (!item) return;
    const isRepeated = item.rule !== '' || item.extra.length > 0 || item.replaces !== undefined;
    const { zone } = item.start;
    if (!isRepeated && (zone === undefined || item.start.isUtc || this.#zones.knows(zone)))
      return this.#suggest(item, item.start);
    if (this.#kept.length < limits.series) this.#kept.push(keep(item));
    else this.#sink.skip(item.where, 'too_many_repeats');
  }

  #takeCalendarProperty({ name, value }: Property): void {
    if (name === 'X-WR-CALNAME') {
      this.#name = textValue(value).trim();
      // Google names the calendar of a user by their address.
      if (/^\S+@\S+$/.test(this.#name)) this.#addresses.add(this.#name.toLowerCase());
    }
    if (name === 'METHOD' && /^cancel$/i.test(value.trim())) this.#isCancelled = true;
  }

  #itemOf(component: Component): Item | undefined {
    const where = `${this.#source.path}:${component.line}`;
    const find = (name: string) => component.properties.find((property) => property.name === name);
    const valueOf = (name: string) => textValue(find(name)?.value ?? '').trim();
    const kind = component.name as Kind;
    const startName = kind === 'VTODO' ? 'COMPLETED' : 'DTSTART';
    const started = find(startName);
    const skip = (why: Parameters<Sink['skip']>[1]) => {
      this.#sink.skip(where, why);
      return undefined;
    };
    if (!started) return skip(kind === 'VTODO' ? 'not_done' : 'no_date');
    const start = stampOf(started, started.value);
    if (!start) return skip('bad_date');
    const replaced = find('RECURRENCE-ID');
    const summary = valueOf('SUMMARY');
    const description = valueOf('DESCRIPTION');
    const text = kind === 'VJOURNAL' ? `${summary}\n${description}` : summary || description.split('\n')[0]!;
    const all = (name: string) =>
      component.properties.filter((property) => property.name === name).flatMap(stampsOf);
    return {
      kind,
      where,
      uid: valueOf('UID') || shortHash(`${text} ${start.wall}`),
      summary: text.slice(0, limits.line),
      start,
      rule: kind === 'VEVENT' ? (find('RRULE')?.value.trim() ?? '') : '',
      extra: kind === 'VEVENT' ? all('RDATE') : [],
      except: all('EXDATE'),
      replaces: replaced ? (stampOf(replaced, replaced.value) ?? undefined) : undefined,
      outcome: this.#outcomeOf(component),
    };
  }

  #outcomeOf({ properties }: Component): Item['outcome'] {
    const isCancelled = properties.some(
      ({ name, value }) => name === 'STATUS' && /^cancell?ed$/i.test(value.trim()),
    );
    if (isCancelled || this.#isCancelled) return 'cancelled';
    const isDeclined = properties.some(
      ({ name, params, value }) =>
        name === 'ATTENDEE' &&
        /^declined$/i.test(params['PARTSTAT'] ?? '') &&
        this.#addresses.has(
          value
            .trim()
            .replace(/^mailto:/i, '')
            .toLowerCase(),
        ),
    );
    return isDeclined ? 'declined' : undefined;
  }

  /** Suggests the series, each with its changed occurrences. */
  #finish(): void {
    const changed = new Map<string, Map<number, Item>>();
    for (const item of this.#kept) {
      if (!item.replaces) continue;
      const ofSeries = changed.get(item.uid) ?? new Map<number, Item>();
      changed.set(item.uid, ofSeries.set(this.#instantOf(item.replaces), item));
    }
    const seen = new Set<string>();
    for (const item of this.#kept) {
      if (item.replaces) continue;
      if (item.rule === '' && item.extra.length === 0) {
        this.#suggest(item, item.start);
        continue;
      }
      if (seen.has(item.uid)) {
        this.#sink.skip(item.where, 'duplicate');
        continue;
      }
      seen.add(item.uid);
      this.#suggestSeries(item, changed.get(item.uid));
    }
    for (const [uid, items] of changed) {
      const isSeries = seen.has(uid);
      for (const [at, item] of items) this.#suggest(item, item.start, { at, isSeries });
    }
  }

  #suggestSeries(item: Item, changed: Map<number, Item> | undefined): void {
    if (item.outcome) return this.#sink.skip(item.where, item.outcome);
    const times = this.#timesOf(item);
    if (!times) return;
    const except = new Set(item.except.map((stamp) => this.#instantOf(stamp)));
    const exceptDays = new Set(item.except.filter(({ allDay }) => allDay).map(({ wall }) => wall));
    const seen = new Set<number>();
    for (const time of times) {
      const at = this.#instantOf(time);
      const day = Math.floor(time.wall / (24 * hourMs)) * 24 * hourMs;
      if (seen.has(at) || except.has(at) || exceptDays.has(day) || changed?.has(at)) continue;
      seen.add(at);
      this.#suggest(item, time, { at, isSeries: true });
    }
  }

  /** All times of a series in the period. Undefined if it was reported. */
  #timesOf(item: Item): ZonedStamp[] | undefined {
    const { start, where } = item;
    const { options, now } = this.#sink;
    // A day more on each side covers every zone.
    const from = Date.parse(options.from) - 24 * hourMs;
    const to = Math.min(Date.parse(options.to), now) + 24 * hourMs;
    const inPeriod = (stamp: ZonedStamp) => {
      const at = this.#instantOf(stamp);
      return at >= Date.parse(options.from) && at < Date.parse(options.to) && at <= now;
    };
    if (item.rule === '') return [start, ...item.extra].filter(inPeriod);
    const rule = readRule(item.rule);
    if (rule === null || rule === 'too_frequent') {
      this.#sink.skip(where, rule ?? 'broken_line');
      return [start].filter(inPeriod);
    }
    if (start.wall < Date.UTC(1900, 0, 1)) {
      this.#sink.skip(where, 'bad_date');
      return undefined;
    }
    const walls = repetitions(rule, start.wall, from, to, this.#budget);
    if (!walls) {
      this.#sink.skip(where, 'too_many_repeats');
      return undefined;
    }
    const repeated = walls
      .map((wall) => ({ ...start, wall }))
      .filter(
        (stamp) => !rule.untilIsUtc || rule.until === undefined || this.#instantOf(stamp) <= rule.until,
      );
    // The start counts even if the rule does not apply to it.
    return [start, ...repeated, ...item.extra].filter(inPeriod);
  }

  #suggest(item: Item, time: ZonedStamp, series?: { at: number; isSeries: boolean }): void {
    if (item.outcome) return this.#sink.skip(item.where, item.outcome);
    const at = this.#instantOf(time) + (time.allDay ? 12 * hourMs : 0);
    this.#sink.found(
      {
        sourceId: series ? `${shortHash(item.uid)}/${new Date(series.at).toISOString()}` : item.uid,
        at,
        text: item.summary,
        ...(series?.isSeries && { group: item.summary }),
        reason: series?.isSeries
          ? reasonTexts.series(this.#name)
          : reasonTexts[item.kind === 'VTODO' ? 'todo' : item.kind === 'VJOURNAL' ? 'journal' : 'event'](
              this.#name,
            ),
      },
      item.where,
    );
  }

  #instantOf(stamp: ZonedStamp): number {
    return this.#zones.instantOf(stamp, stamp.zone);
  }
}

/** The item without the file that its texts were cut from. */
function keep(item: Item): Item {
  const { where, uid, summary, rule, start } = item;
  const zone = start.zone && owned(start.zone);
  return {
    ...item,
    where: owned(where),
    uid: owned(uid),
    summary: owned(summary),
    rule: owned(rule),
    start: { ...start, zone },
  };
}

function stampOf({ params }: Property, value: string): ZonedStamp | null {
  // A period, as RDATE may have: its start counts.
  const stamp = readStamp(value.split('/')[0]!);
  return stamp && { ...stamp, zone: stamp.allDay ? undefined : params['TZID'] };
}

function stampsOf(property: Property): ZonedStamp[] {
  return property.value.split(',').flatMap((value) => stampOf(property, value) ?? []);
}
