import { fetched, NoPart } from '#ui/fetched.tsx';

/** Entries being sent or waiting. Loaded soon after the page, so that they appear without delay. */
export const PendingRows = fetched(async () => (await import('./pending-rows.tsx')).PendingRows, NoPart);
