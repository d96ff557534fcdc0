// The resident memory of a process, in megabytes.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const sampleEveryMs = 100;

export function residentMb(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kb = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Math.round(Number(kb) / 1024);
}

export type MemoryWatch = {
  /**
   * Resolves with the memory as soon as it is below `mb`, or after `withinMs`. `work` keeps the server busy between two
   * samples, because an idle process collects no garbage.
   */
  returnsBelow(mb: number, withinMs: number, work: () => Promise<unknown>): Promise<number>;
  /** Stops sampling and returns the peak. */
  stop(): number;
};

export function watchMemory(pid: number): MemoryWatch {
  let peak = residentMb(pid);
  const sample = () => {
    const now = residentMb(pid);
    peak = Math.max(peak, now);
    return now;
  };
  const timer = setInterval(sample, sampleEveryMs);
  return {
    async returnsBelow(mb, withinMs, work) {
      const endsAt = Date.now() + withinMs;
      for (;;) {
        const now = sample();
        if (now < mb || Date.now() > endsAt) return now;
        await work();
      }
    },
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}
