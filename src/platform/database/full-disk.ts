// A disk without room shows itself in many ways: the system refuses a write, PostgreSQL refuses a statement, or it ends
// because its log cannot grow. Told as what it is, the person knows what to do.
import { StartRefusal } from '../config/start-refusal.ts';
import { freeBytes } from '../files/free-bytes.ts';

/** Less than one file of PostgreSQL's write-ahead log: it cannot go on with so little. */
const leastFreeBytes = 16 * 1024 * 1024;
const mend = 'Make at least 100 MB of room and start again.';

/** What the system and PostgreSQL (`disk_full`) say when there is no room. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

type Coded = Error & { code?: unknown; path?: unknown };

/** The first of an error and its causes that says so. */
function roomless(error: unknown): Coded | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as Coded;
  return codes.has(String(code)) ? error : roomless(cause);
}

/** Whether an error, or what caused it, is a disk without room. */
export function isDiskFull(error: unknown): boolean {
  return roomless(error) !== undefined;
}

/** Whether PostgreSQL, with its data in this folder, has room to go on; a folder that is gone is no matter of room. */
export async function hasRoom(folder: string): Promise<boolean> {
  return freeBytes(folder).then(
    (free) => free >= leastFreeBytes,
    () => true,
  );
}

/** The refusal for a start that ended with this error, if it is about room. */
export function fullDiskRefusal(error: unknown): StartRefusal | undefined {
  const found = roomless(error);
  if (!found) return undefined;
  const holds = typeof found.path === 'string' ? found.path : 'the database';
  return new StartRefusal(
    {
      what: `The disk that holds ${holds} is full.`,
      why: `Logbook cannot start without room to write (${(error as Error).message}). What was saved before is unharmed.`,
      mend,
    },
    { cause: error },
  );
}

/** The refusal for a PostgreSQL that ended on this folder, having `said` this, if it is about room. */
export async function noRoomIn(folder: string, said: string): Promise<StartRefusal | undefined> {
  const free = await freeBytes(folder);
  if (!/No space left on device|Disk quota exceeded/.test(said) && free >= leastFreeBytes) return undefined;
  return new StartRefusal({
    what: `There is too little room on the disk that holds ${folder} (${Math.floor(free / 1024 / 1024)} MB left).`,
    why: 'PostgreSQL cannot start without room to write. What was saved before is unharmed.',
    mend,
  });
}
