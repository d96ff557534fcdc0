// Where the page's requests wait before they are sent. What they wait for: `send-after.ts`, which few pages load.
import type { OperationKey } from './operation.ts';

type Gate = (key?: OperationKey) => Promise<void> | undefined;

let gate: Gate | undefined;

export function setGate(next: Gate): void {
  gate = next;
}

/** Resolves when a request may be sent. Undefined: it need not wait. `key`: the operation that it calls, if any. */
export const readyToSend: Gate = (key) => gate?.(key);
