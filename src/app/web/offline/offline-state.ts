import { createStore } from '#ui/store.ts';

/** `text` is set while a signed-in user sees data without a connection: it tells as of when. */
export const offlineState = createStore<{ text: string | undefined }>({ text: undefined });
