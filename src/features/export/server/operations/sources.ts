// What the features hand to the export. The composer of the API names them; a table that none of them offers is found by
// the export's test.
import type { Tx } from '#platform/database/transaction.ts';

/** `next` asks for what follows; null: this was the last. */
export type Page<Row> = { rows: Row[]; next: string | null };

/** Rows of the viewer, by pages in an order that does not change. */
export type Source<Row> = (tx: Tx, viewer: string, after: string | null) => Promise<Page<Row>>;

/** A stored file as its owner gave it. */
export type OwnFile = {
  /** The id of the row that names it, so that the row can say where in the archive it is. */
  id: string;
  /** What it belongs to. */
  ownerId: string;
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** The date that it stands under. */
  at: string;
};

/** A file with its place in the archive. */
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
  /** By the name that each has in the archive. */
  tables: Record<string, Source<object>>;
  files: Source<OwnFile>[];
  /** Newest first. */
  entries: Source<Entry>;
  /** Whose archive it is, and about how many bytes its texts are. */
  about: (tx: Tx, viewer: string) => Promise<{ name: string; timeZone: string | null; textBytes: number }>;
};
