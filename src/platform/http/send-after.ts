// What the page's requests wait for before they are sent, such as the renewal of its session.
import type { OperationKey } from './operation.ts';

let first: { work: () => Promise<void>; key: OperationKey; running?: Promise<void> | undefined } | undefined;

/**
 * Starts `work`, which calls the operation `key`. Until it succeeds, every other request waits for it, and fails if it
 * fails; the next request then starts it again.
 */
export function sendAfter(work: () => Promise<void>, key: OperationKey): void {
  first = { work, key };
  // The requests that wait report the error.
  run()?.catch(() => undefined);
}

/** Resolves when a request may be sent. Undefined: it need not wait. `key`: the operation that it calls, if any. */
export function readyToSend(key?: OperationKey): Promise<void> | undefined {
  return key !== undefined && key === first?.key ? undefined : run();
}

function run(): Promise<void> | undefined {
  const waited = first;
  if (!waited) return undefined;
  waited.running ??= waited.work().then(
    () => {
      first = undefined;
    },
    (error: unknown) => {
      waited.running = undefined;
      throw error;
    },
  );
  return waited.running;
}
