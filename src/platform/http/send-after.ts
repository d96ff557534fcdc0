// What the page's requests wait for before they are sent, such as the renewal of its session.
import type { OperationKey } from './operation.ts';
import { readyToSend, setGate } from './send-gate.ts';

type First = { work: () => Promise<void>; key: OperationKey; running?: Promise<void> | undefined };
let first: First | undefined;

/**
 * Starts `work`, which calls the operation `key`. Until it succeeds, every other request waits for it, and fails if it
 * fails; the next request then starts it again.
 */
export function sendAfter(work: () => Promise<void>, key: OperationKey): void {
  first = { work, key };
  // The requests that wait report the error.
  readyToSend()?.catch(() => undefined);
}

setGate((key) => {
  if (!first || key === first.key) return undefined;
  return (first.running ??= run(first));
});

async function run(waited: First): Promise<void> {
  try {
    await waited.work();
    first = undefined;
  } catch (error) {
    waited.running = undefined;
    throw error;
  }
}
