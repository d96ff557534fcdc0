// What a report of a week says, computed from the rows of the log (R-D5). Days are `YYYY-MM-DD` in the user's time zone,
// so this file needs no time zones.
import type { Cadence } from '#features/goals/contract.ts';
import { dayMs } from '#platform/clock/durations.ts';
import { limits } from './constants.ts';
import type { BoardSlip } from './contract.ts';

/** The day `count` days after (or before, if negative) another. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}

/** The Monday of the week that contains a day. */
export function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

export type EntryRow = {
  id: string;
  kind: 'entry' | 'goal';
  content: string;
  emoji: string | null;
  created_at: string;
  files: string[];
};
/** How much a day has of each. `day` counts from the first day of the week before, from 0. */
export type DayRow = {
  day: number;
  entries: number;
  files: number;
  goals: number;
  received: number;
  given: number;
};
export type GoalRow = {
  text: string;
  cadence: Cadence | null;
  completed_at: string;
  check_in_id: string | null;
};
/** The counts of two weeks, and the contents of the second one, each oldest first and up to its limit. */
export type WeekRows = {
  /** Full name; may be empty. */
  name: string;
  days: readonly DayRow[];
  entries: readonly EntryRow[];
  goals: readonly GoalRow[];
  shoutouts: readonly BoardSlip[];
};

/** First instants of 14 days and of the day after them, in milliseconds: the week before, then the week. */
export type TwoWeeks = { monday: string; starts: readonly number[] };

/** A number of the week, and of the week before. */
export type Figure = { now: number; before: number };

export type Line = { emoji: string | null; text: string; isGoal: boolean; files: string[] };
/** A shoutout with its local day. */
export type Quoted = BoardSlip & { day: string };

export type WeekReview = {
  name: string;
  monday: string;
  sunday: string;
  figures: Record<'entries' | 'days' | 'goals' | 'shoutouts' | 'files', Figure>;
  /** The seven days with their number of entries. */
  days: { day: string; entries: number }[];
  goals: { text: string; cadence: Cadence | null; day: string }[];
  received: Quoted[];
  given: Quoted[];
  tags: { tag: string; count: number }[];
  /** The days with entries. A completed goal is listed in `goals`, not again here. */
  log: { day: string; lines: Line[] }[];
  /** How many of each are beyond their limit, and only counted. */
  omitted: Record<'entries' | 'goals' | 'received' | 'given', number>;
};

/** The report of a week. `tags` counts the tags of the week's entries, most used first. */
export function weekReview(
  { monday, starts }: TwoWeeks,
  { name, days, entries, goals, shoutouts }: WeekRows,
  tags: readonly { tag: string; count: number }[],
): WeekReview {
  const dayAt = (at: string) => addDays(monday, starts.findLastIndex((start) => start <= Date.parse(at)) - 7);
  const figure = (count: (row: DayRow) => number): Figure => ({
    now: total(days.filter(({ day }) => day >= 7).map(count)),
    before: total(days.filter(({ day }) => day < 7).map(count)),
  });
  const quoted = (direction: BoardSlip['direction']) =>
    shoutouts
      .filter((shoutout) => shoutout.direction === direction)
      .map((shoutout) => ({ ...shoutout, day: dayAt(shoutout.created_at) }));
  const figures = {
    entries: figure((row) => row.entries),
    days: figure((row) => (row.entries > 0 ? 1 : 0)),
    goals: figure((row) => row.goals),
    shoutouts: figure((row) => row.received + row.given),
    files: figure((row) => row.files),
  };
  const [received, given] = [quoted('received'), quoted('sent')];
  const listed = new Map(goals.map((goal) => [goal.check_in_id, goal.text]));
  return {
    name,
    monday,
    sunday: addDays(monday, 6),
    figures,
    days: Array.from({ length: 7 }, (_, index) => ({
      day: addDays(monday, index),
      entries: days.find(({ day }) => day === index + 7)?.entries ?? 0,
    })),
    goals: goals.map((goal) => ({ ...goal, day: dayAt(goal.completed_at) })),
    received,
    given,
    tags: tags.slice(0, limits.tags),
    log: byDay(
      entries.filter(({ id, content, files }) => files.length > 0 || listed.get(id) !== content),
      dayAt,
    ),
    omitted: {
      entries: figures.entries.now - entries.length,
      goals: figures.goals.now - goals.length,
      received: figure((row) => row.received).now - received.length,
      given: figure((row) => row.given).now - given.length,
    },
  };
}

/** Whether nothing happened in the week. */
export function isQuiet({ figures }: WeekReview): boolean {
  return figures.entries.now + figures.goals.now + figures.shoutouts.now === 0;
}

/** The first characters of a text, with an ellipsis if it is longer. Never cuts a character in half. */
export function shortened(text: string, length: number): string {
  const characters = [...text.slice(0, 2 * length + 1)];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function byDay(entries: readonly EntryRow[], dayAt: (at: string) => string): WeekReview['log'] {
  const days = new Map<string, Line[]>();
  for (const { kind, content, emoji, files, created_at } of entries) {
    const day = dayAt(created_at);
    const lines = days.get(day) ?? [];
    lines.push({ emoji, text: shortened(content, limits.entryText), isGoal: kind === 'goal', files });
    days.set(day, lines);
  }
  return [...days].map(([day, lines]) => ({ day, lines }));
}
