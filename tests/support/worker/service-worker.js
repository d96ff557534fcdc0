// Replaces the built service worker in tests.
self.addEventListener('fetch', () => undefined);
