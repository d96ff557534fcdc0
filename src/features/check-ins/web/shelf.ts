// What is written and not sent yet, in the browser's storage: a key for each thing, so that windows never write over
// one another. Each window answers for what it has read or written there itself, as long as no other has changed it since,
// and leaves the rest alone (R-B8).

/** What one place holds at most; the oldest go first. */
const most = 50;

type Kept = [id: string, value: unknown];
type Stored = { at: number; value: unknown };

export type Stash = {
  /** What stands there, written last last; only the last `count` if given. This window answers for it from now on. */
  read(userId: string, count?: number): Kept[];
  /** Puts these in the place of all that this window answered for. Whether storage took them: it may be full or closed. */
  write(userId: string, kept: Kept[]): boolean;
  /** Puts one thing there, or takes it away, whoever answers for it. Whether storage took it. */
  put(userId: string, id: string, value: unknown): boolean;
  drop(userId: string, id: string): void;
  /** What stands there, whoever answers for it. */
  look(userId: string): Kept[];
  /** The id that a key of the browser's storage stands for, if it is one of this place. */
  idOf(key: string, userId: string): string | undefined;
};

/** The key of a thing ends in its owner's id: a deleted account takes all of these along. */
const keyOf = (name: string, id: string, userId: string) => `logbook-${name}/${id}:${userId}`;

function read(key: string): Stored | undefined {
  try {
    const { at, value } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Stored>;
    return { at: at ?? 0, value };
  } catch {
    return undefined;
  }
}

/** Every thing that stands in any place, whoever's it is, as it was written. */
export function stashedValues(): unknown[] {
  return keys()
    .filter((key) => /^logbook-[a-z-]+\//.test(key))
    .map((key) => read(key)?.value);
}

function keys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
  } catch {
    return [];
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

export function shelf(name: string): Stash {
  /** What this window answers for, as it last knew it. */
  let own = new Map<string, string>();
  const idOf = (key: string, userId: string) => {
    const [start, end] = keyOf(name, '\n', userId).split('\n') as [string, string];
    return key.startsWith(start) && key.endsWith(end) ? key.slice(start.length, -end.length) : undefined;
  };
  function all(userId: string): Kept[] {
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
  function take(userId: string, id: string): void {
    const stands = read(keyOf(name, id, userId));
    const untouched = stands && JSON.stringify(stands.value) === own.get(id);
    own.delete(id);
    if (untouched) forget(keyOf(name, id, userId));
  }
  return {
    idOf,
    put,
    drop(userId, id) {
      own.delete(id);
      forget(keyOf(name, id, userId));
    },
    look: all,
    read(userId, count = most) {
      const found = all(userId).slice(-count);
      own = new Map(found.map(([id, value]) => [id, JSON.stringify(value)]));
      return found;
    },
    write(userId, kept) {
      const ids = new Set(kept.map(([id]) => id));
      for (const id of [...own.keys()]) if (!ids.has(id)) take(userId, id);
      const taken = kept.map(([id, value]) => put(userId, id, value)).every(Boolean);
      for (const [id] of all(userId).slice(0, -most)) {
        own.delete(id);
        forget(keyOf(name, id, userId));
      }
      return taken;
    },
  };
}
