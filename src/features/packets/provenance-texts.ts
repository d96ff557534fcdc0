// Texts of what a packet says about each of its lines, on its page and in its files.
import { language, list, number, plural } from '#platform/text/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const sizes = new Map<number, Intl.NumberFormat>();

/** Bytes with a unit, in steps of 1000. */
function size(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  let format = sizes.get(step);
  if (!format) {
    format = new Intl.NumberFormat(language.tag, {
      style: 'unit',
      unit: units[step]!,
      unitDisplay: 'short',
      maximumFractionDigits: step === 0 ? 0 : 1,
    });
    sizes.set(step, format);
  }
  return format.format(bytes / 1000 ** step);
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
