// Turns what PostgreSQL says when it cannot start into a sentence for the person who runs Logbook.
import { open, stat } from 'node:fs/promises';
import { StartRefusal } from '../../config/start-refusal.ts';
import { noRoomIn } from '../full-disk.ts';
import type { Layout } from './layout.ts';

/** What the system may be short of, by what PostgreSQL said or by what the file system says. */
export async function explainShortage(folder: string, said: string): Promise<StartRefusal | undefined> {
  const noRoom = await noRoomIn(folder, said);
  if (noRoom || !said.includes('File too large')) return noRoom;
  return new StartRefusal({
    what: 'PostgreSQL was kept from writing a file of 16 MB or more.',
    why: 'A limit on the size of files holds for Logbook. What was saved before is unharmed.',
    mend: 'Lift it (ulimit -f unlimited, LimitFSIZE=infinity of systemd) and start again.',
  });
}

/** Why a server that ended while starting did so; `saidFrom` is where its log ended before. */
export async function explainEnd(layout: Layout, saidFrom: number, ended: string): Promise<StartRefusal> {
  const said = await readFrom(layout.logFile, saidFrom);
  const shortage = await explainShortage(layout.home, said);
  if (shortage) return shortage;
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
