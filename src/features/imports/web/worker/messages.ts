// What the page and the worker say to each other.
import type { FormatId, SkipReason } from '../../constants.ts';
import type { Columns, Found, Options, Recommendation, Skipped } from '../../read/found.ts';
import type { ArchivePart, ArchivePlan } from '../archive/archive-items.ts';
import type { Progress } from './run-import.ts';
import type { Table } from '../../read/table-guess.ts';

export type FoundText = Omit<Found, 'files'> & { files?: { name: string; size: number }[] };
/** With the bytes of its files. */
export type Taken = Omit<Found, 'files'> & { files: { name: string; content: Blob }[] };

/** A table as the page shows it. */
export type TableHead = Pick<Table, 'names' | 'samples' | 'program'> & { columns: Columns };

/** What was read. The suggestions stay in the worker until the page takes them. */
export type Preview = {
  total: number;
  groups: number;
  /** ISO instants of the oldest and the newest. */
  span: [from: string, to: string] | null;
  first: FoundText[];
  skipped: Skipped[];
  counts: Partial<Record<SkipReason, number>>;
  recommendations: Recommendation[];
  /** Of a table. */
  table: TableHead | null;
};

export type Request =
  | { kind: 'read'; format: FormatId; files: File[]; options: Options }
  | { kind: 'take'; from: number }
  /** The first pass over an archive, then its parts in order, and the bytes of a file. */
  | { kind: 'plan'; files: File[] }
  | { kind: 'part' }
  | { kind: 'file'; id: string };

export type Reply =
  | ({ kind: 'progress' } & Progress)
  | { kind: 'read'; preview: Preview }
  | { kind: 'taken'; items: Taken[]; unreadable: number }
  | { kind: 'planned'; plan: ArchivePlan }
  | { kind: 'part'; part: ArchivePart | undefined }
  | { kind: 'file'; bytes: Blob | undefined }
  | { kind: 'failed' };
