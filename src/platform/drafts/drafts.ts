import { createStore, type Store } from '#ui/store.ts';
import { storedDrafts, type DraftOptions } from './stored-drafts.ts';

type ByKey<Draft> = Readonly<Record<string, Draft>>;

export type Drafts<Draft> = {
  /** For components. Empty until the page is hydrated and `load` has run. */
  store: Store<{ userId: string; byKey: ByKey<Draft> }>;
  /** Restores the user's drafts after a reload. Keeps those that were begun before it was called first. */
  load(userId: string): void;
  get(key: string): Draft | undefined;
  /** Begins a draft with this input, unless there is one. It is not stored before the user changes it. */
  begin(key: string, input: Partial<Draft>): void;
  /** Changes a draft. Undefined deletes it, such as after it was sent. */
  put(key: string, draft: Draft | undefined): void;
  /** Loads the bytes of the files that were attached before a reload. */
  loadFiles(key: string): Promise<void>;
};

/**
 * Drafts about something that the key names, such as the edits of rows. They live outside of components and survive
 * closing, reloading and failed requests, until they are deleted.
 */
export function drafts<Draft extends object>(options: DraftOptions<Draft>): Drafts<Draft> {
  const stored = storedDrafts(options);
  const store = createStore<{ userId: string; byKey: ByKey<Draft> }>({ userId: '', byKey: {} });
  const get = (key: string) => store.get().byKey[key];
  function put(key: string, draft: Draft | undefined): void {
    const { userId, byKey } = store.get();
    const { [key]: _, ...others } = byKey;
    const changed = draft ? { ...byKey, [key]: draft } : others;
    store.set({ byKey: changed });
    stored.write(userId, Object.entries(changed));
  }
  return {
    store,
    get,
    put,
    begin(key, input) {
      if (get(key)) return;
      store.set({ byKey: { ...store.get().byKey, [key]: { ...stored.empty(), ...input } } });
    },
    load(userId) {
      const { userId: before, byKey } = store.get();
      if (before === userId) return;
      const begun = before === '' ? byKey : {};
      store.set({ userId, byKey: { ...begun, ...Object.fromEntries(stored.read(userId)) } });
    },
    async loadFiles(key) {
      const loaded = await stored.withFiles(() => get(key));
      if (loaded) put(key, loaded);
    },
  };
}
