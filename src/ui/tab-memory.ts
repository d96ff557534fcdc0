// What a tab remembers until it is closed. Where the browser keeps storage closed (it may, by a setting of its person),
// the page remembers it for as long as it is open.
const here = new Map<string, string>();

export function remember(key: string, value: string): void {
  here.set(key, value);
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Kept above.
  }
}

export function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? here.get(key) ?? null;
  } catch {
    return here.get(key) ?? null;
  }
}

export function forget(key: string): void {
  here.delete(key);
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}
