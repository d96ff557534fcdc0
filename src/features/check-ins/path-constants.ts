// Alone in its file: the service worker and emails link to it, and load nothing else of entries.

/** Opens Add Check-in in the logbook. */
export const addEntryPath = '/?new';
