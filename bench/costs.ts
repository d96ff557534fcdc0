// Processor time and memory of a process with all its children, as counted by the system. Linux only; on other systems the
// result is null and the table says "not measured".
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

type Stat = { parent: number; ticks: number; endedChildrenTicks: number };

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain any character, so parse after its closing bracket, where the third field follows.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (index: number) => Number(fields[index - 3]);
    return { parent: at(4), ticks: at(14) + at(15), endedChildrenTicks: at(16) + at(17) };
  } catch {
    return null;
  }
}

export function parentOf(pid: number): number | null {
  return statOf(pid)?.parent ?? null;
}

function family(pid: number, except: number | undefined): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statOf(Number(name))?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const all = [pid];
  for (const parent of all) all.push(...(children.get(parent) ?? []).filter((child) => child !== except));
  return all;
}

/** Milliseconds of processor time that the process and its children, except one, have used so far. */
export function processorMs(pid: number, except?: number): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const ticks = family(pid, except).reduce((sum, member) => {
    const stat = statOf(member);
    return sum + (stat ? stat.ticks + stat.endedChildrenTicks : 0);
  }, 0);
  return (ticks * 1000) / ticksPerSecond;
}

/** MB (of 1000 kB) in memory, without the child `except`. Pages that several processes share are counted once. */
export function memoryMb(pid: number, except?: number): number | null {
  if (!existsSync('/proc/self/smaps_rollup')) return null;
  const kilobytes = family(pid, except).reduce((sum, member) => {
    try {
      const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${member}/smaps_rollup`, 'utf8'));
      return sum + Number(pss?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);
  return (kilobytes * 1024) / 1e6;
}
