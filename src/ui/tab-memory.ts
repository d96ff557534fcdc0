// Values that a tab remembers until it is closed. If the user's settings block storage, they only last as long as the
// page.
const inMemory = new Map<string, string>();

export function remember(key: string, value: string): void {
  inMemory.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The value is in memory.
  }
}

export function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? inMemory.get(key) ?? null;
  } catch {
    return inMemory.get(key) ?? null;
  }
}

/** Forgets everything, such as for a deleted account. */
export function forgetAll(): void {
  inMemory.clear();
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
}

export function forget(key: string): void {
  inMemory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
