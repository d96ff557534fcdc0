// Creates DATA_DIR if it is missing. Every module that may need it first calls this.
import { mkdirSync, realpathSync } from 'node:fs';
import { StartRefusal } from './start-refusal.ts';

/** Returns the folder's real path. Throws StartRefusal if it cannot be created. */
export function makeDataFolder(dataDir: string): string {
  try {
    // Others can pass through root's folder (but not list it), so that the database's user reaches its subfolder.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    return realpathSync(dataDir);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StartRefusal(
      {
        what: `The data folder ${dataDir} cannot be created.`,
        why: code === 'ENOSPC' ? 'The disk is full.' : `The system says: ${message}.`,
        fix: 'Free some disk space, or choose another folder with DATA_DIR.',
      },
      { cause },
    );
  }
}
