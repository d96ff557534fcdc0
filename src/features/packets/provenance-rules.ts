// What a packet says about each line next to its text: when it is from, when it was written, and what proves it. It
// states what was recorded, and judges nothing.
import type { FrozenFile, FrozenItem } from './format-contract.ts';
import { provenanceTexts } from './provenance-texts.ts';

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
