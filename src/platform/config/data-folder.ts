// DATA_DIR, made where it is missing. Whoever needs it first comes here.
import { mkdirSync, realpathSync } from 'node:fs';
import { StartRefusal } from './start-refusal.ts';

/** Gives the folder without links. Throws StartRefusal where it cannot be made. */
export function makeDataFolder(dataDir: string): string {
  try {
    // Root's own folder can be walked through (not listed), so that the database's user reaches its part.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return realpathSync(dataDir);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(
      {
        what: `The data folder ${dataDir} cannot be made.`,
        why: code === 'ENOSPC' ? 'The disk is full.' : `The system says: ${message}.`,
        mend: 'Make room or choose another folder with DATA_DIR.',
      },
      { cause },
    );
  }
}
