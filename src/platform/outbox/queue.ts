// Writes that the server does not have yet: on screen, and in the browser's storage, where they survive a reload and are
// seen by all tabs (R-B8). A page without any does not load the code that sends them.
import { createStore, type Store } from '#ui/store.ts';
import { readValues, writeValues, type Fields } from '../drafts/fields.ts';
import { filesOf, persistFiles } from '../drafts/persisted-files.ts';
import { stash } from '../tabs/stash.ts';

export type Queued<Write> = {
  write: Write;
  /** In flight, on the server but not completed, waiting for a connection, or refused, in which case the user decides. */
  state: 'sending' | 'delivered' | 'waiting' | 'refused';
  /** 0 to 100, on the page that sends it. */
  progress: number;
  /** Why it was refused, in a sentence. Empty without one. */
  reason: string;
  /** The code of the refusal. Empty without one. */
  code: string;
};

type Options<Write> = {
  /** Of the items in localStorage. */
  name: string;
  fields: Fields<Write>;
  idOf: (write: Write) => string;
  /** When the user made it, as an ISO string: the order in which writes are sent. */
  madeAt: (write: Write) => string | undefined;
};

type State<Write> = { userId: string; all: readonly Queued<Write>[] };

export type Queue<Write> = Pick<Options<Write>, 'name' | 'idOf'> & {
  /** For components. Oldest first. */
  store: Store<State<Write>>;
  /** Restores the user's queue after a reload, and follows what other tabs do with it. */
  load(userId: string): void;
  find(id: string): Queued<Write> | undefined;
  /** Ids of the writes in storage, those of other tabs included. */
  storedIds(): string[];
  /** Adds a write, or replaces the one with its id. False if the browser could not store it. */
  put(queued: Queued<Write>): boolean;
  change(id: string, change: Partial<Queued<Write>>): void;
  /** Updates only the progress on screen. */
  showProgress(id: string, progress: number): void;
  drop(id: string): void;
};

export function queue<Write extends object>({ name, fields, idOf, madeAt }: Options<Write>): Queue<Write> {
  const stored = stash(name);
  const store = createStore<State<Write>>({ userId: '', all: [] });
  const find = (id: string) => store.get().all.find(({ write }) => idOf(write) === id);

  function show(all: readonly Queued<Write>[]): void {
    const ageOf = ({ write }: Queued<Write>) => madeAt(write) ?? '';
    store.set({ all: all.toSorted((a, b) => (ageOf(a) < ageOf(b) ? -1 : Number(ageOf(a) > ageOf(b)))) });
  }

  function without(id: string): Queued<Write>[] {
    return store.get().all.filter(({ write }) => idOf(write) !== id);
  }

  /** Stores the files of all writes that the server does not have. */
  function storeFiles(): void {
    if (!('unloadedFiles' in fields)) return;
    const { userId, all } = store.get();
    const kept = all.filter(({ state }) => state !== 'delivered').map(({ write }) => filesOf(write));
    persistFiles(
      userId,
      name,
      kept.flatMap(({ files }) => files),
      kept.flatMap(({ unloadedFiles }) => unloadedFiles),
    );
  }

  /** A write as stored. It waits again, unless it was refused. */
  function parse(id: string, value: unknown): Queued<Write>[] {
    const write = readValues(fields, value);
    if (!write || idOf(write) !== id) return [];
    const { state, reason, code } = value as Record<string, unknown>;
    // Earlier versions stored some writes without their state, and a reason only if they were refused.
    const isRefused = state === 'refused' || (state === undefined && typeof reason === 'string');
    return [
      {
        write,
        state: isRefused ? 'refused' : 'waiting',
        progress: 0,
        reason: typeof reason === 'string' ? reason : '',
        code: typeof code === 'string' ? code : '',
      },
    ];
  }

  function put(queued: Queued<Write>): boolean {
    const { write, state, reason, code } = queued;
    const { userId } = store.get();
    const id = idOf(write);
    show([...without(id), queued]);
    const success = stored.put(userId, id, { ...writeValues(fields, write), state, reason, code });
    storeFiles();
    return success;
  }

  function drop(id: string): void {
    show(without(id));
    stored.drop(store.get().userId, id);
    storeFiles();
  }

  function change(id: string, to: Partial<Queued<Write>>): void {
    const queued = find(id);
    if (!queued) return;
    const changed = { ...queued, ...to };
    if (changed.state === 'delivered') {
      show([...without(id), changed]);
      stored.drop(store.get().userId, id);
      storeFiles();
      return;
    }
    if (idOf(changed.write) !== id) drop(id);
    put(changed);
  }

  /** Another tab queued, sent or discarded a write. */
  function onStorage({ key }: StorageEvent): void {
    const { userId } = store.get();
    const id = key === null ? undefined : stored.idOf(key, userId);
    if (id === undefined) return;
    const own = find(id);
    if (own?.state === 'sending' || own?.state === 'delivered') return;
    const values = stored.peek(userId).flatMap(([other, value]) => (other === id ? [value] : []));
    // The tab that sends it shows it.
    if (values.some((value) => Object(value).state === 'sending')) return;
    const others = values.flatMap((value) => parse(id, value));
    // This tab may have files that the browser could not store.
    show([...without(id), ...others.map((queued) => ({ ...queued, write: own?.write ?? queued.write }))]);
  }

  let listening = false;
  return {
    name,
    idOf,
    store,
    find,
    put,
    change,
    drop,
    storedIds: () => stored.peek(store.get().userId).map(([id]) => id),
    load(userId) {
      if (store.get().userId === userId) return;
      store.set({ userId });
      show(stored.peek(userId).flatMap(([id, value]) => parse(id, value)));
      if (listening) return;
      listening = true;
      addEventListener('storage', onStorage);
    },
    showProgress(id, progress) {
      const queued = find(id);
      if (queued) show([...without(id), { ...queued, progress }]);
    },
  };
}
