import { createStore } from '#ui/store.ts';

/**
 * State of the offline banner. `text` is set while a signed-in user sees data as of an earlier time. `guest`: this
 * browser stores the log itself.
 */
export const offlineState = createStore<{ text: string | undefined; guest: boolean }>({
  text: undefined,
  guest: false,
});
