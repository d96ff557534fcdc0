/** Whose data a page shows and caches: the user, or the guest, and the time zone that groups their data by day. */
export type Scope = { userId: string; timezone: string };
