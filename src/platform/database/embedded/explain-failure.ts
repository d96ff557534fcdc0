// Turns what PostgreSQL says when it cannot start into a sentence for the person who runs Logbook.
import { open, stat, statfs } from 'node:fs/promises';
import { StartRefusal } from '../../config/start-refusal.ts';
import type { Layout } from './layout.ts';

/** Less than one file of PostgreSQL's write-ahead log: it cannot go on with so little. */
const leastFreeBytes = 16 * 1024 * 1024;

/** A refusal when the disk is full, by what was said or by what the file system says. */
export async function explainDisk(folder: string, said: string): Promise<StartRefusal | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (!/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(said) && free >= leastFreeBytes) {
    return undefined;
  }
  return new StartRefusal({
    what: `The disk that holds ${folder} is full (${Math.floor(free / 1024 / 1024)} MB left).`,
    why: 'PostgreSQL cannot start without room to write. What was saved before is unharmed.',
    mend: 'Make at least 100 MB of room and start again.',
  });
}

/** Why a server that ended while starting did so; `saidFrom` is where its log ended before. */
export async function explainEnd(layout: Layout, saidFrom: number, ended: string): Promise<StartRefusal> {
  const said = await readFrom(layout.logFile, saidFrom);
  const disk = await explainDisk(layout.home, said);
  if (disk) return disk;
  const tail = said.trim().split('\n').slice(-5).join('\n');
  return new StartRefusal({
    what: `PostgreSQL did not start on ${layout.cluster} (${ended}).`,
    why: tail ? `It said: ${tail}` : 'It said nothing.',
    mend: `The whole of what it says is in ${layout.logFile}.`,
  });
}

/** Workers of a server that was killed end by themselves within moments, and must before another starts. */
export async function waitsForDeadServersWorkers(layout: Layout, saidFrom: number): Promise<boolean> {
  const said = await readFrom(layout.logFile, saidFrom);
  return said.includes('pre-existing shared memory block');
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
