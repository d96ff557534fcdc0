// A small disk: a tmpfs of a given size, if the system lets the tests mount one (as root outside a container).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** Makes it larger or smaller while it is in use. */
  resize(megabytes: number): void;
  /** Makes it so small, or so large, that this much is free. */
  leave(megabytes: number): void;
  remove(): void;
};

/** Mounts the disk at the folder, which is created if it is missing. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk {
  const size = (target: number) => `size=${target}m`;
  mkdirSync(folder, { recursive: true });
  mount(['-t', 'tmpfs', '-o', `${size(megabytes)},mode=711`, 'logbook-test', folder]);
  const resize = (target: number) => mount(['-o', `remount,${size(target)}`, folder]);
  return {
    resize,
    leave(free) {
      const { blocks, bfree, bsize } = statfsSync(folder);
      resize(Math.ceil(((blocks - bfree) * bsize) / 2 ** 20) + free);
    },
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
