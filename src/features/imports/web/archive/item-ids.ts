// What identifies an item of an archive: for the list of what was settled (R-O2), and where its own id is taken.
import { keyOf, sha256 } from '#features/suggestions/hash-rules.ts';

type Named = { kind: 'entries' | 'goals' | 'records'; id: string; record?: string };

/** The hash under which an item is remembered once it was imported, so that it stays deleted if the user deletes it. */
export function settledHash({ kind, id, record }: Named): string {
  const prefix = kind === 'entries' ? '' : kind === 'goals' ? 'goal/' : `${record ?? ''}/`;
  return keyOf({ source: 'logbook', source_id: `${prefix}${id}` });
}

/** A UUIDv8 that is always the same for these parts. */
export function derivedId(...parts: readonly string[]): string {
  const hex = sha256(new TextEncoder().encode(parts.join('\n')));
  const variant = (8 + (Number.parseInt(hex[16]!, 16) % 4)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
