import { NoPart } from '#ui/fallbacks.tsx';
import { fetched } from '#ui/fetched.tsx';

/** Entries being sent or waiting, which few pages begin with. Loaded with the code for writing. */
export const PendingRows = fetched(async () => (await import('./pending-rows.tsx')).PendingRows, NoPart);
