// State outside of components, which outlives the component that shows it, such as a save whose dialog was closed.
import { useSyncExternalStore } from 'react';

export type Store<State> = {
  get: () => State;
  set: (change: Partial<State>) => void;
  subscribe: (listener: () => void) => () => void;
  /** The state that it was created with: what the server renders, and the browser's first rendering of that page. */
  initial: State;
};

/** Creates a store. `set` merges a partial state. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    initial,
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Selects a part of a store. `pick` must return the same value as long as nothing changed. `onServer` selects what the
 * server renders, if it knows more than the initial state.
 */
export function useStore<State, Part>(
  store: Store<State>,
  pick: (state: State) => Part,
  onServer = pick,
): Part {
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => onServer(store.initial),
  );
}
