// A disk that is soon full: a tmpfs of a given size, where the system lets the tests mount one (root outside a container
// does).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** Makes it larger or smaller, under way. */
  resize(megabytes: number): void;
  remove(): void;
};

/** Mounts it at the folder, which is made where it is missing. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  const size = (wanted: number) => `size=${wanted}m`;
  mkdirSync(folder, { recursive: true });
  mount(['-t', 'tmpfs', '-o', `${size(megabytes)},mode=711`, 'logbook-test', folder]);
  return {
    resize: (wanted) => mount(['-o', `remount,${size(wanted)}`, folder]),
    remove: () => execFileSync('umount', [folder]),
  };
}

/** Whether `mountSmallDisk` works here. */
export const canMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-mount-'));
  try {
    mountSmallDisk(folder, 1).remove();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
})();

function mount(args: string[]): void {
  execFileSync('mount', args, { stdio: 'pipe' });
}
