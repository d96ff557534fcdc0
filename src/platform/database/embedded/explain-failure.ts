// Turns PostgreSQL's startup errors into messages for the operator.
import { open, stat } from 'node:fs/promises';
import { StartupError } from '../../config/startup-error.ts';
import { noRoomIn } from '../../disk/full-disk.ts';
import type { Layout } from './layout.ts';

/** Reports a full disk or a file size limit, based on PostgreSQL's `output` and the free space. */
export async function explainShortage(folder: string, output: string): Promise<StartupError | undefined> {
  const noRoom = await noRoomIn(folder, output);
  if (noRoom || !output.includes('File too large')) return noRoom;
  return new StartupError({
    what: 'PostgreSQL could not write a file of 16 MB or more.',
    why: 'Logbook runs with a limit on file sizes. Your saved data is safe.',
    fix: 'Remove the limit (ulimit -f unlimited, or LimitFSIZE=infinity in systemd) and start again.',
  });
}

/** Why a server exited while starting. `logStart` is where its log ended before this start. */
export async function explainExit(layout: Layout, logStart: number, exit: string): Promise<StartupError> {
  const output = await readFrom(layout.logFile, logStart);
  const shortage = await explainShortage(layout.home, output);
  if (shortage) return shortage;
  const tail = output.trim().split('\n').slice(-5).join('\n');
  return new StartupError({
    what: `PostgreSQL did not start on ${layout.cluster} (${exit}).`,
    why: tail ? `Its output: ${tail}` : 'It printed nothing.',
    fix: `See its full log in ${layout.logFile}.`,
  });
}

/** The workers of a killed server exit within moments. Another server can start only after that. */
export async function hasWorkersOfDeadServer(layout: Layout, logStart: number): Promise<boolean> {
  const output = await readFrom(layout.logFile, logStart);
  return output.includes('pre-existing shared memory block');
}

export async function lengthOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}

async function readFrom(file: string, position: number): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return '';
  try {
    const length = Math.min(64 * 1024, Math.max(0, (await handle.stat()).size - position));
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
