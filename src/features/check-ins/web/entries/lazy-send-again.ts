import { fetched, NoPart } from '#ui/fetched.tsx';

/** "Send again" for an email that failed, which few entries have. */
export const EntrySendAgain = fetched(async () => (await import('./send-again.tsx')).EntrySendAgain, NoPart);
