// Only one run at a time installs or builds. The others wait and then find the work done.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot } from './paths.mjs';

const pollMs = 200;

/** Runs the work while holding a lock. The lock of a killed process counts as released. */
export async function withLock(name, work) {
  const path = inRoot('.cache', `${name}.lock`);
  const own = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
  try {
    let isAnnounced = false;
    while (!take(own, path)) {
      const holder = read(path);
      if (holder && !lives(holder)) rmSync(path, { force: true });
      else {
        if (!isAnnounced)
          console.log(`Waiting for process ${holder ? holder.pid : ''}, which is doing the same work.`);
        isAnnounced = true;
        await new Promise((resolve) => setTimeout(resolve, pollMs));
      }
    }
    return await work();
  } finally {
    const holder = read(path);
    if (holder && holder.pid === process.pid) rmSync(path, { force: true });
    rmSync(own, { force: true });
  }
}

/** A link appears together with its content, so no process ever reads a partial lock. */
function take(own, path) {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function read(path) {
  try {
    const [pid, start] = readFileSync(path, 'utf8').split(' ');
    return { pid: Number(pid), start };
  } catch {
    return undefined;
  }
}

function lives({ pid, start }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
  }
  return startOf(pid) === start;
}

/** Distinguishes a process from a later one with the same id, if the system shows when it started. */
function startOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}
