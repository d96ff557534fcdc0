// The data that features contribute to the export. `src/app/server/export-sources.ts` lists them. The export's test
// fails for a table that no source covers.
import type { Tx } from '#platform/database/transaction.ts';

/** `next` requests the following page. Null on the last page. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** The viewer's rows, paged in a stable order. */
export type Source<Row> = (tx: Tx, viewer: string, after: string | null) => Promise<Page<Row>>;

/** A stored file, as its owner uploaded it. */
export type OwnFile = {
  /** The id of the file's row, so that the exported row can name its path in the archive. */
  id: string;
  /** The id of the entry or other object that it belongs to. */
  ownerId: string;
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The date under which it is listed. */
  at: string;
};

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
