// Unsent input in localStorage. Each item has its own key, so tabs never overwrite each other's data. A tab owns the
// items that it has read or written, until another tab changes them, and leaves all others alone (R-B8).

/** The maximum number of items in one stash. The oldest are dropped first. */
const maxItems = 50;

type Item = [id: string, value: unknown];
type Stored = { at: number; value: unknown };

export type Stash = {
  /** Reads all items, oldest first, or only the newest `count`. This tab owns them from now on. */
  read(userId: string, count?: number): Item[];
  /** Replaces all items that this tab owns. False if storage is full or unavailable. */
  write(userId: string, items: Item[]): boolean;
  /** Stores one item, whichever tab owns it. False if storage is full or unavailable. */
  put(userId: string, id: string, value: unknown): boolean;
  /** Deletes one item, whichever tab owns it. */
  drop(userId: string, id: string): void;
  /** All items, without taking ownership. */
  peek(userId: string): Item[];
  /** The item id in a localStorage key, if the key belongs to this stash and user. */
  idOf(key: string, userId: string): string | undefined;
};

/** Keys end in the owner's id, so that deleting an account can delete all of its items. */
const keyOf = (name: string, id: string, userId: string) => `logbook-${name}/${id}:${userId}`;

function read(key: string): Stored | undefined {
  try {
    const { at, value } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Stored>;
    return { at: at ?? 0, value };
  } catch {
    return undefined;
  }
}

/** The values of all items in all stashes, of all users. */
export function stashedValues(): unknown[] {
  return stashedKeys().map((key) => read(key)?.value);
}

/** Whether there is anything in any stash, of any user. */
export function hasStashed(): boolean {
  return stashedKeys().length > 0;
}

const stashedKeys = () => keys().filter((key) => /^logbook-[a-z-]+\//.test(key));

function keys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export function stash(name: string): Stash {
  /** The items that this tab owns, as it last knew them. */
  let own = new Map<string, string>();
  const idOf = (key: string, userId: string) => {
    const [start, end] = keyOf(name, '\n', userId).split('\n') as [string, string];
    return key.startsWith(start) && key.endsWith(end) ? key.slice(start.length, -end.length) : undefined;
  };
  function all(userId: string): Item[] {
    const found = keys().flatMap((key) => {
      const id = idOf(key, userId);
      const stored = id === undefined ? undefined : read(key);
      return id === undefined || !stored ? [] : [{ id, ...stored }];
    });
    return found
      .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      .map(({ id, value }) => [id, value]);
  }
  function put(userId: string, id: string, value: unknown): boolean {
    const text = JSON.stringify(value);
    const before = own.get(id);
    own.set(id, text);
    if (before === text) return true;
    try {
      localStorage.setItem(keyOf(name, id, userId), JSON.stringify({ at: Date.now(), value }));
      return true;
    } catch {
      own.delete(id);
      return false;
    }
  }
  function removeOwn(userId: string, id: string): void {
    const stored = read(keyOf(name, id, userId));
    const unchanged = stored && JSON.stringify(stored.value) === own.get(id);
    own.delete(id);
    if (unchanged) remove(keyOf(name, id, userId));
  }
  return {
    idOf,
    put,
    drop(userId, id) {
      own.delete(id);
      remove(keyOf(name, id, userId));
    },
    peek: all,
    read(userId, count = maxItems) {
      const found = all(userId).slice(-count);
      own = new Map(found.map(([id, value]) => [id, JSON.stringify(value)]));
      return found;
    },
    write(userId, items) {
      const ids = new Set(items.map(([id]) => id));
      for (const id of [...own.keys()]) if (!ids.has(id)) removeOwn(userId, id);
      const written = items.map(([id, value]) => put(userId, id, value)).every(Boolean);
      for (const [id] of all(userId).slice(0, -maxItems)) {
        own.delete(id);
        remove(keyOf(name, id, userId));
      }
      return written;
    },
  };
}
