// What few timelines have at first, and some within the moment: fetched soon after the page, and then there at once.
import { fetched, NoPart } from '#ui/fetched.tsx';

/** Entries on their way. */
export const PendingRows = fetched(
  async () => (await import('../outbox/pending-rows.tsx')).PendingRows,
  NoPart,
);

/** Files of an entry that are not there. */
export const MissingFiles = fetched(
  async () => (await import('../files/missing-files.tsx')).MissingFiles,
  NoPart,
);
