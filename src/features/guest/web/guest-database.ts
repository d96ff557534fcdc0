// The guest store: the IndexedDB database for users without an account (R-I1). It holds rows in the shape the server
// returns, and the bytes of files.
import type { DBSchema, IDBPDatabase } from 'idb';
import { browserDatabase } from '#platform/tabs/browser-database.ts';

/** Sort key of lists: an instant and an id. */
export type PlaceKey = [at: string, id: string];

/** An entry and its index keys. It has exactly one of them: on the timeline or in the bin. */
export type GuestCheckIn = {
  id: string;
  user_id: string;
  kind: 'entry' | 'goal';
  content: string;
  emoji: string | null;
  created_at: string;
  recorded_at: string;
  edited_at: string | null;
  /** How often it was edited. Older versions did not count. */
  edits?: number;
  deleted_at: string | null;
  file_count: number;
  missing_files: { id: string; name: string; size: number; position?: number }[];
  /** Where it came from, such as another program. Older versions did not store it. */
  source?: string | null;
  source_name?: string | null;
  changed_at: string;
  on_timeline?: PlaceKey;
  in_bin?: PlaceKey;
};

/** Files stored by older versions have no `position` and are ordered by time. */
export type GuestFile = {
  id: string;
  check_in_id: string;
  file_name: string;
  file_path: string;
  file_type: string;
  /** Bytes. */
  file_size: number;
  mime_type: string;
  preview: 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none';
  position?: number;
  created_at: string;
};

export type GuestGoal = {
  /** `guest-1`, `guest-2`, ... */
  id: string;
  /** The goal's id after an import into an account. */
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

/** A packet as its owner edits it. Its items name entries by their id, and goals by their `import_id`. */
export type GuestPacket = {
  id: string;
  /** A `PacketDraft` of src/features/packets/contract.ts. */
  draft: unknown;
  /** From 1, one more with each change. */
  revision: number;
  created_at: string;
  updated_at: string;
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
  /** Keyed by file id. Older versions stored Blobs, which WebKit cannot store in private windows. */
  file_bytes: { key: string; value: ArrayBuffer | Blob };
  goals: { key: string; value: GuestGoal };
  packets: { key: string; value: GuestPacket };
  /** Counters and the import note, keyed by name. */
  meta: { key: string; value: unknown };
}

export type GuestDatabase = IDBPDatabase<GuestSchema>;

const database = browserDatabase<GuestSchema>('logbook-guest', [
  (created) => {
    const checkIns = created.createObjectStore('check_ins', { keyPath: 'id' });
    checkIns.createIndex('timeline', 'on_timeline');
    checkIns.createIndex('bin', 'in_bin');
    checkIns.createIndex('changes', 'changed_at');
    const files = created.createObjectStore('log_files', { keyPath: 'id' });
    files.createIndex('of_check_in', ['check_in_id', 'created_at', 'id']);
    created.createObjectStore('file_bytes');
    created.createObjectStore('goals', { keyPath: 'id' });
    created.createObjectStore('meta');
  },
  (created) => {
    created.createObjectStore('packets', { keyPath: 'id' });
  },
]);

export const guestDatabase = database.open;
export const reopenGuestDatabase = database.reopen;
