// Names of staged files. A name carries the process that writes the file, so that a start removes at once what a killed
// process left behind, and never what another one on the same folder is receiving.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const machine = hostname().replaceAll(/[^A-Za-z0-9-]/g, '_');
/** Tells this process from an earlier one that had the same number, as the first one of a container does. */
const run = randomUUID().slice(0, 8);

export function stagedName(): string {
  return `${machine}.${process.pid}.${run}.${randomUUID()}`;
}

/** Removes what processes of this machine that have ended were receiving. Other machines' files are left to the sweep. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [writer, pid, itsRun] = name.split('.');
    if (writer !== machine || itsRun === run) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
