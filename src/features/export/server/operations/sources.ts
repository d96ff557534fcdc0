// What the archive is made of. `src/app/server/features.ts` collects it from the features.
import type { Tx } from '#platform/database/transaction.ts';
import type { OwnFile, Source } from '#platform/features/own-data.ts';

/** Runs `work` in its own short transaction as the archive's owner. Throws if the session has ended. */
export type RunAsOwner = <T>(work: (tx: Tx, viewer: string) => Promise<T>) => Promise<T>;

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
  /** Other documents, with their paths in the archive. Each transaction runs as the archive's owner. */
  documents: (runAsOwner: RunAsOwner) => AsyncIterable<{ path: string; text: string }>;
  /** The archive's owner, and the approximate size of its texts in bytes. */
  about: (tx: Tx, viewer: string) => Promise<{ name: string; timeZone: string | null; textBytes: number }>;
};
