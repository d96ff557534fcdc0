// Alone in its file: the service worker and the page load nothing else of reminders for it.

/** What the service worker tells an open logbook when the user clicks a reminder. */
export const addEntryMessage = 'add-entry';
