// What a packet says about each line next to its text: when it is from, when it was written, and what proves it. It
// states what was recorded, and judges nothing.
import { language, list, number, plural } from '#platform/text/language.ts';
import type { FrozenFile, FrozenItem } from './format-contract.ts';

/** Bytes with a unit, in steps of 1000. */
function size(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language.tag, {
    style: 'unit',
    unit: units[step]!,
    unitDisplay: 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

export const provenanceTexts = {
  written: (day: string) => `written on ${day}`,
  edited: (count: number, day: string) =>
    count === 2
      ? `edited twice, last on ${day}`
      : plural(count, {
          one: `edited once, on ${day}`,
          other: `edited ${number(count)} times, last on ${day}`,
        }),
  completed: (day: string) => `Goal completed on ${day}`,
  set: (day: string) => `set on ${day}`,
  shoutout: (from: string | undefined) =>
    from === undefined ? 'Shoutout received' : `Shoutout from ${from}`,
  vouch: (name: string, position: string | undefined) =>
    position === undefined ? `Confirmed by ${name}` : `Confirmed by ${name}, ${position}`,
  confirmed: (day: string) => `on ${day}`,
  proof: 'with its own proof',
  file: (name: string, bytes: number, sha256: string) =>
    list([name, size(bytes), ...(sha256 === '' ? [] : [`SHA-256 ${sha256}`])], 'unit'),
  period: (from: string, to: string) => `${from} – ${to}`,
  by: (author: string) => `By ${author}`,
} as const;

const days = new Map<string, Intl.DateTimeFormat>();

/** The day of an instant in the owner's time zone, as readers see it: "Nov 20, 2026". */
export function dayIn(at: string, timeZone: string): string {
  let format = days.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone });
    // The zones are those of packets, which their owners choose.
    if (days.size >= 100) days.clear();
    days.set(timeZone, format);
  }
  return format.format(new Date(at));
}

/** A day without a time, `YYYY-MM-DD`, as readers see it. */
export const dayTitle = (day: string): string => dayIn(`${day}T12:00:00Z`, 'UTC');

/** The parts of the line under an item, in order. */
export function provenanceOf(item: FrozenItem, timeZone: string): string[] {
  const day = (at: string) => dayIn(at, timeZone);
  switch (item.kind) {
    case 'entry': {
      const parts = [day(item.at)];
      if (day(item.recordedAt) !== day(item.at)) parts.push(provenanceTexts.written(day(item.recordedAt)));
      if (item.edits > 0 && item.editedAt !== undefined)
        parts.push(provenanceTexts.edited(item.edits, day(item.editedAt)));
      return parts;
    }
    case 'goal':
      return [provenanceTexts.completed(day(item.completedAt)), provenanceTexts.set(day(item.setAt))];
    case 'shoutout':
      return [provenanceTexts.shoutout(item.from), day(item.at)];
    case 'vouch':
      return [
        provenanceTexts.vouch(item.name, item.position),
        provenanceTexts.confirmed(day(item.verifiedAt)),
        ...(item.credential === undefined ? [] : [provenanceTexts.proof]),
      ];
  }
}

/** The name, size and hash of a file. A guest's browser may have no hash of it. */
export function fileLine({ name, size, sha256 }: FrozenFile): string {
  return provenanceTexts.file(name, size, sha256);
}
