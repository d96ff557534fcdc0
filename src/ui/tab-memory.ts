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

export function forget(key: string): void {
  inMemory.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
