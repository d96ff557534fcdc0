import { createStore } from '#ui/store.ts';

/** Whether this browser can store a guest's log. It is assumed until the browser refuses. */
export const guestLog = createStore({ isOpen: true });
