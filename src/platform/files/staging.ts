// Names of staged files. A name identifies the writing process, so startup deletes what a killed process left behind,
// and never what another process is still receiving in the same folder.
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const machine = hostname().replaceAll(/[^A-Za-z0-9-]/g, '_');
/** Distinguishes this process from an earlier one with the same pid, which is common in containers. */
const run = randomUUID().slice(0, 8);

export function stagedName(): string {
  return `${machine}.${process.pid}.${run}.${randomUUID()}`;
}

/** Deletes staged files of ended processes on this machine. Other machines' files are left to the sweep. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [writer, pid, writerRun] = name.split('.');
    if (writer !== machine || writerRun === run) continue;
    if (Number(pid) === process.pid || !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
