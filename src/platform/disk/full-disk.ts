// A full disk has many symptoms: the system refuses a write, PostgreSQL refuses a statement, or PostgreSQL exits
// because its log cannot grow. Naming the cause tells the operator what to do.
import { StartupError } from '../config/startup-error.ts';
import { freeBytes } from './free-bytes.ts';

/** One file of PostgreSQL's write-ahead log. With less, it cannot continue. */
const minFreeBytes = 16 * 1024 * 1024;
const fix = 'Free at least 100 MB and start again.';

/** The codes that the system and PostgreSQL (`disk_full`) report when there is no room. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100']);

type Coded = Error & { code?: unknown; path?: unknown };

/** The first error in the chain of causes that reports a full disk. */
function findDiskFull(error: unknown): Coded | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as Coded;
  return codes.has(String(code)) ? error : findDiskFull(cause);
}

/** Whether an error, or one of its causes, is a full disk. */
export function isDiskFull(error: unknown): boolean {
  return findDiskFull(error) !== undefined;
}

/** Whether PostgreSQL, with its data in this folder, has room to continue. A missing folder counts as having room. */
export async function hasRoom(folder: string): Promise<boolean> {
  return freeBytes(folder).then(
    (free) => free >= minFreeBytes,
    () => true,
  );
}

/** The startup error for a start that failed with this error, if a full disk caused it. */
export function fullDiskError(error: unknown): StartupError | undefined {
  const found = findDiskFull(error);
  if (!found) return undefined;
  const location = typeof found.path === 'string' ? found.path : 'the database';
  return new StartupError(
    {
      what: `The disk that holds ${location} is full.`,
      why: `Logbook cannot start without room to write (${(error as Error).message}). Your saved data is safe.`,
      fix,
    },
    { cause: error },
  );
}

/** The startup error for a PostgreSQL that exited with this `output`, if the disk of its folder is full. */
export async function noRoomIn(folder: string, output: string): Promise<StartupError | undefined> {
  const free = await freeBytes(folder);
  if (!/No space left on device|Disk quota exceeded/.test(output) && free >= minFreeBytes) return undefined;
  return new StartupError({
    what: `There is too little room on the disk that holds ${folder} (${Math.floor(free / 1024 / 1024)} MB left).`,
    why: 'PostgreSQL cannot start without room to write. Your saved data is safe.',
    fix,
  });
}
