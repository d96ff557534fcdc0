// What the archive is made of. `src/app/server/features.ts` collects it from the features.
import type { Tx } from '#platform/database/transaction.ts';
import type { OwnFile, Source } from '#platform/features/own-data.ts';

/** A file with its path in the archive. */
export type Placed = OwnFile & { path: string };

/** An entry of the timeline. */
export type Entry = {
  id: string;
  content: string;
  emoji: string | null;
  created_at: string;
  recorded_at: string;
  edited_at: string | null;
};

export type Sources = {
  /** By table name in the archive. */
  tables: Record<string, Source<object>>;
  files: Source<OwnFile>[];
  /** Newest first. */
  entries: Source<Entry>;
  /** The archive's owner, and the approximate size of its texts in bytes. */
  about: (tx: Tx, viewer: string) => Promise<{ name: string; timeZone: string | null; textBytes: number }>;
};
