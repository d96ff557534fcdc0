import { createStore, useStore } from '#ui/store.ts';

const said = createStore({ words: '' });

/** Says something to screen readers; the panel holds the region. */
export function say(words: string): void {
  said.set({ words });
}

export function useSaid(): string {
  return useStore(said, ({ words }) => words);
}
