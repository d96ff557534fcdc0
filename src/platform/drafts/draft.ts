import { createStore, type Store } from '#ui/store.ts';
import { optionalText, ownId, type Fields } from './fields.ts';
import { readyToSend, underNewId, type Resendable } from './resend.ts';
import { storedDrafts, type DraftOptions } from './stored-drafts.ts';

type Options<Values> = Pick<DraftOptions<Values>, 'name' | 'fields'> & {
  isEmpty: (draft: Values & Resendable) => boolean;
  /** What a request with it contains, as one string. All fields by default. */
  inputOf?: (draft: Values) => string;
  /** The draft with a new id, and new ids of what it contains. */
  renewed?: (draft: Values & Resendable) => Values & Resendable;
};

export type Draft<Values> = {
  /** For components. Empty until the page is hydrated and `load` has run. */
  store: Store<{ userId: string; draft: Values & Resendable }>;
  /** Restores the user's newest draft after a reload. */
  load(userId: string): void;
  get(): Values & Resendable;
  change(change: Partial<Values & Resendable>): void;
  clear(): void;
  /** The draft to send: under its id, or under a new one if it has changed since it was last sent. */
  ready(): Values & Resendable;
  /** Clears the draft once it was sent. Returns false if the user has changed it in the meantime: then it stays. */
  clearSent(sent: Resendable): boolean;
  /** Loads the bytes of the files that were attached before a reload. */
  loadFiles(): Promise<void>;
};

/**
 * The draft of something new. It lives outside of components and survives closing, reloading and failed requests, until
 * it is cleared. Each tab writes its own; a page begins with the newest.
 */
export function draft<Values extends object>({
  name,
  fields,
  isEmpty,
  inputOf = (values) => JSON.stringify(Object.keys(fields).map((field) => values[field as keyof Values])),
  renewed = underNewId,
}: Options<Values>): Draft<Values> {
  type Content = Values & Resendable;
  const all = { ...fields, id: ownId, sentAs: optionalText } as Fields<Content>;
  const stored = storedDrafts<Content>({ name, fields: all, isEmpty });
  const store = createStore<{ userId: string; draft: Content }>({ userId: '', draft: stored.empty() });
  const get = () => store.get().draft;
  function put(content: Content): void {
    store.set({ draft: content });
    stored.write(store.get().userId, [[content.id, content]]);
  }
  return {
    store,
    get,
    change: (change) => put({ ...get(), ...change }),
    clear: () => put(stored.empty()),
    load(userId) {
      if (store.get().userId === userId) return;
      const [newest] = stored.read(userId, 1);
      store.set({ userId, draft: newest ? { ...newest[1], id: newest[0] } : stored.empty() });
    },
    ready() {
      put(readyToSend(get(), inputOf, renewed));
      return get();
    },
    clearSent({ id, sentAs }) {
      const isSame = get().id === id && inputOf(get()) === sentAs;
      if (isSame) put(stored.empty());
      return isSame;
    },
    async loadFiles() {
      const loaded = await stored.withFiles(get);
      if (loaded) put(loaded);
    },
  };
}
