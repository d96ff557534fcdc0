// What is written and not sent yet, in the browser's storage by id. All windows share one place: each answers for what it
// has read or written there itself and leaves the rest alone, so that none wipes out another's words (R-B8).

/** What one place holds at most; the oldest go first. */
const most = 50;

type Kept = [id: string, value: unknown];

export type Shelf = {
  /** What stands there, last written last; only the last `count` if given. This window answers for it from now on. */
  read(userId: string, count?: number): Kept[];
  /** Puts these in the place of all that this window answered for; storage that is full or forbidden changes nothing. */
  write(userId: string, kept: Kept[]): void;
};

export function shelf(name: string): Shelf {
  let own = new Set<string>();
  const keyOf = (userId: string) => `logbook-${name}:${userId}`;
  const answerFor = (kept: Kept[]) => (own = new Set(kept.map(([id]) => id)));
  const all = (userId: string): Kept[] => {
    try {
      return Object.entries(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as object);
    } catch {
      return [];
    }
  };
  return {
    read(userId, count = most) {
      const found = all(userId).slice(-count);
      answerFor(found);
      return found;
    },
    write(userId, kept) {
      try {
        const others = all(userId).filter(([id]) => !own.has(id));
        answerFor(kept);
        const together = [...others, ...kept].slice(-most);
        if (together.length === 0) localStorage.removeItem(keyOf(userId));
        else localStorage.setItem(keyOf(userId), JSON.stringify(Object.fromEntries(together)));
      } catch {
        // It lives on in this page.
      }
    },
  };
}
