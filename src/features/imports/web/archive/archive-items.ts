// What an archive of Logbook has, as the page gets it from the worker.
import type { Cadence } from '#features/goals/contract.ts';
import type { RecordKind } from '#features/imported-records/constants.ts';
import type { LeftOutKind, SkipReason } from '../../constants.ts';
import type { Skipped } from '../../read/found.ts';

export type ArchivedFile = {
  id: string;
  name: string;
  size: number;
  position: number;
  /** Whether the archive has its bytes. Otherwise it is named on its entry as missing (R-B4). */
  isHere: boolean;
};

export type ArchivedEntry = {
  id: string;
  kind: 'entry' | 'goal';
  content: string;
  emoji: string | null;
  created_at: string;
  edited_at: string | null;
  files: ArchivedFile[];
};

export type ArchivedGoal = {
  id: string;
  text: string;
  cadence: Cadence | null;
  period_start: string | null;
  created_at: string;
  completed_at: string | null;
  check_in_id: string | null;
};

export type ArchivedRecord = {
  id: string;
  kind: RecordKind;
  /** Of the instance that recorded it. */
  origin: string;
  /** The row of the archive, as JSON. */
  record: string;
};

/** Some of the archive, in the order in which it must be added: entries before goals. */
export type ArchivePart =
  | { kind: 'entries'; items: ArchivedEntry[] }
  | { kind: 'records'; items: ArchivedRecord[] }
  | { kind: 'goals'; items: ArchivedGoal[] };

export type ArchiveCounts = { entries: number; goals: number; files: number; records: number };

export type ArchivePlan = {
  /** The origin of the instance that wrote it. Empty: it does not say. */
  instance: string;
  /** An ISO instant; empty if it does not say. */
  exportedAt: string;
  counts: ArchiveCounts;
  /** Of the records. */
  shoutouts: number;
  vouches: number;
  /** ISO instants of the oldest and the newest entry. */
  span: [from: string, to: string] | null;
  /** The newest entries. */
  first: { id: string; at: string; text: string; emoji: string | null; files: number }[];
  leftOut: Partial<Record<LeftOutKind, number>>;
  skipped: Skipped[];
  skipCounts: Partial<Record<SkipReason, number>>;
};
