// The data of a user that features contribute to the export. The export's test fails for a table that no feature covers.
import type { Tx } from '../database/transaction.ts';

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
