// For features that show entries to others than people: which of them are the words of someone else.
export { keptEntriesAmong } from '../store.ts';
