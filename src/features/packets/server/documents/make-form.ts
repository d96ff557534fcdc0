// Makes each PDF or Word file in a separate thread (form-thread.ts).
import { bytesFromThread } from '#platform/workers/bytes-from-thread.ts';
import type { FormJob } from './form-thread.ts';

/** A packet with the most items and pictures takes a few seconds. */
const timeoutMs = 60_000;
/** With more, it takes more, and is hardly faster. */
const megabytes = 128;

// Tests and scripts run the TypeScript sources. The build puts the thread's file next to the server's.
const file = `./form-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

/** All bytes. Throws if they take too long, and the signal's reason if it is aborted. */
export function makeForm(job: FormJob, signal: AbortSignal): Promise<Buffer> {
  return bytesFromThread(new URL(file, import.meta.url), job, { timeoutMs, megabytes, signal });
}
