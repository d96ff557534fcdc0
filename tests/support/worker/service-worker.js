// Stands in for the built service worker.
self.addEventListener('fetch', () => undefined);
