// Components that few timelines need at first. Loaded soon after the page, so that they appear without delay.
import { fetched, NoPart } from '#ui/fetched.tsx';

/** Entries being sent or waiting. */
export const PendingRows = fetched(
  async () => (await import('../outbox/pending-rows.tsx')).PendingRows,
  NoPart,
);

/** Files of an entry that are not uploaded. */
export const MissingFiles = fetched(
  async () => (await import('../files/missing-files.tsx')).MissingFiles,
  NoPart,
);
