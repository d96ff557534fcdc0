// The wins in local storage (R-K1), or in memory if the browser keeps nothing.
import { winsKey } from '../constants.ts';
import type { Win } from '../contract.ts';
import { readWins, writeWins } from '../win-rules.ts';

let unkept: Win[] | undefined;

/** Whether the browser keeps the wins. */
export function isKept(): boolean {
  return unkept === undefined;
}

/** All wins, oldest first, as they are now: another tab may have changed them. */
export function readAllWins(): Win[] {
  if (unkept) return unkept;
  try {
    return readWins(localStorage.getItem(winsKey));
  } catch {
    return (unkept = []);
  }
}

/** Stores the wins. If the browser refuses, they stay in memory. */
export function storeWins(wins: Win[]): void {
  if (!unkept) {
    try {
      if (wins.length > 0) localStorage.setItem(winsKey, writeWins(wins));
      else localStorage.removeItem(winsKey);
      return;
    } catch {
      // Storage is full or blocked.
    }
  }
  unkept = wins;
}
