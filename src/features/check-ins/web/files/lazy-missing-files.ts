import { fetched, NoPart } from '#ui/fetched.tsx';

/** Files of an entry that are not uploaded. Loaded soon after the page, so that they appear without delay. */
export const MissingFiles = fetched(async () => (await import('./missing-files.tsx')).MissingFiles, NoPart);
