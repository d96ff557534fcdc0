// From a calendar of 50 MB to suggestions, in a process of its own as the browser reads it in a worker: seconds and memory.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bounded } from './figures.ts';
import type { Row } from './report.ts';
import type { ReadCalendar } from './read-calendar.ts';

const bounds = {
  seconds: { aim: 3, floor: 8 },
  megabytes: { aim: 120, floor: 150 },
};

export async function importRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'logbook-bench-'));
  try {
    const reader = join(import.meta.dirname, 'read-calendar.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [reader, join(folder, 'work.ics')]);
    const { seconds, megabytes, found, bytes } = JSON.parse(stdout) as ReadCalendar;
    const name = `calendar of ${Math.round(bytes / 1e6)} MB to ${found.toLocaleString('en')} suggestions`;
    return [
      { ...bounded(`${name}, seconds`, seconds, 's', bounds.seconds), ours: `${seconds.toFixed(1)} s` },
      bounded(`${name}, memory beyond the program's own`, megabytes, 'MB', bounds.megabytes),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
