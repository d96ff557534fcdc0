// What a browser keeps for somebody without an account (R-I1): the rows as the server would answer them, and the bytes
// of files beside them.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CheckIn, LogFile, MissingFile } from '#features/check-ins/contract.ts';

const name = 'logbook-guest';
const version = 1;

/** An instant and an id: what lists are ordered by. */
export type PlaceKey = [at: string, id: string];

/** A file; one that was stored before files had an order has no `position`, and is ordered by its time. */
type Placed<File> = Omit<File, 'position'> & { position?: number };

/** An entry, and what the indexes read of it: it stands in one of them, on the timeline or in the bin. */
export type GuestCheckIn = Omit<CheckIn, 'missing_files'> & {
  missing_files: Placed<MissingFile>[];
  changed_at: string;
  on_timeline?: PlaceKey;
  in_bin?: PlaceKey;
};

export type GuestFile = Placed<LogFile>;

export type GuestGoal = {
  /** `guest-1`, `guest-2`, ... */
  id: string;
  /** The id that it gets in an account. */
  import_id: string;
  text: string;
  cadence: 'weekly' | 'monthly' | 'quarterly' | null;
  /** `YYYY-MM-DD`. */
  period_start: string | null;
  position: number;
  created_at: string;
  changed_at: string;
  completed_at: string | null;
  deleted_at: string | null;
  check_in_id: string | null;
};

export interface GuestSchema extends DBSchema {
  check_ins: {
    key: string;
    value: GuestCheckIn;
    indexes: { timeline: PlaceKey; bin: PlaceKey; changes: string };
  };
  log_files: {
    key: string;
    value: GuestFile;
    indexes: { of_check_in: [checkInId: string, at: string, id: string] };
  };
  /** By the id of the file. Earlier versions stored Blobs, which WebKit does not store in private windows. */
  file_bytes: { key: string; value: ArrayBuffer | Blob };
  goals: { key: string; value: GuestGoal };
  /** Counters and notes, by name. */
  meta: { key: string; value: unknown };
}

export type GuestDatabase = IDBPDatabase<GuestSchema>;

let opened: Promise<GuestDatabase> | undefined;

/** The browser's own store, opened once for the page. Rejects where the browser keeps nothing for this site. */
export function guestDatabase(): Promise<GuestDatabase> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** After a connection was closed under the page: phones do that to pages in the background. */
export function reopenGuestDatabase(): Promise<GuestDatabase> {
  opened = undefined;
  return guestDatabase();
}

async function open(): Promise<GuestDatabase> {
  return openDB<GuestSchema>(name, version, {
    upgrade(database, before) {
      for (const upgrade of upgrades.slice(before)) upgrade(database);
    },
    // A window with a newer version of the page waits for this one to let go; the next question opens it again.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
}

/** From each version to the next; one that was released never changes. */
const upgrades: ((database: GuestDatabase) => void)[] = [
  (database) => {
    const checkIns = database.createObjectStore('check_ins', { keyPath: 'id' });
    checkIns.createIndex('timeline', 'on_timeline');
    checkIns.createIndex('bin', 'in_bin');
    checkIns.createIndex('changes', 'changed_at');
    const files = database.createObjectStore('log_files', { keyPath: 'id' });
    files.createIndex('of_check_in', ['check_in_id', 'created_at', 'id']);
    database.createObjectStore('file_bytes');
    database.createObjectStore('goals', { keyPath: 'id' });
    database.createObjectStore('meta');
  },
];
