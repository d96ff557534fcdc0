import { createStore } from '#ui/store.ts';

/**
 * What the banner of a page without a connection tells. `text` is set while a signed-in user sees data as of an earlier
 * moment; `guest`: this browser keeps the log itself.
 */
export const offlineState = createStore<{ text: string | undefined; guest: boolean }>({
  text: undefined,
  guest: false,
});
