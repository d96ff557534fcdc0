// The screen reader live region of the logbook, outside of dialogs and tabs.
import { createStore } from '#ui/store.ts';

export const announcement = createStore({ text: '' });

/** Announces a text to screen readers. */
export function say(text: string): void {
  announcement.set({ text });
}
