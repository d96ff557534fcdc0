// The wins that the visitor wrote on the playbook page, in this browser's local storage.
import { winsKey } from '../../constants.ts';
import type { Win } from '../../contract.ts';
import { readWins, writeWins } from '../../win-rules.ts';

/** The wins to save, in the order of the page. Empty if the browser blocks storage. */
export function storedWins(): Win[] {
  try {
    return readWins(localStorage.getItem(winsKey));
  } catch {
    return [];
  }
}

/** Removes these wins. Others, such as one that another tab has added, stay. */
export function removeWins(ids: readonly string[]): void {
  const saved = new Set(ids);
  const left = storedWins().filter(({ id }) => !saved.has(id));
  try {
    if (left.length > 0) localStorage.setItem(winsKey, writeWins(left));
    else localStorage.removeItem(winsKey);
  } catch {
    // They stay. Saving them again adds nothing, because their ids are those of the entries.
  }
}
