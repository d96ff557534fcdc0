// Caches the app's own files, so that its pages open without a connection. It stores no API response, no
// file of a user and no page with a user's data: only what the server lists in `files` is ever cached.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { paths } from '../../paths.ts';

type LifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void };

/** The parts of the worker's global scope used here. TypeScript's worker library conflicts with the DOM's. */
type WorkerScope = {
  /** Prepended to this script by the server (src/app/server/offline-app.ts). */
  logbook: {
    version: string;
    /** The page for navigations without a connection. */
    shell: string;
    files: { url: string; revision: string | null }[];
  };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
};

const scope = self as unknown as WorkerScope;
const { version, shell, files } = scope.logbook;

/** How long a navigation waits for the server, in seconds. */
const navigationTimeoutSeconds = 4;
/** A proxy's status codes while the server behind it is down. */
const gatewayErrors = [502, 503, 504];
const prefix = 'logbook-app-';

const precache = new PrecacheController({ cacheName: prefix + version });
precache.precache(files);
const ownCache = precache.strategy.cacheName;

// A new version takes over immediately. Open pages keep running and find their remaining chunks in the previous
// version's cache, which is therefore kept until the next version.
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldCaches(), scope.registration.navigationPreload?.enable(), scope.clients.claim()]),
  );
});

async function deleteOldCaches(): Promise<void> {
  // Cache names are in order of creation.
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== ownCache);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

const network = new NetworkOnly({ networkTimeoutSeconds: navigationTimeoutSeconds });
const pages = new Set<string>(Object.values(paths));

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode === 'navigate' && pages.has(url.pathname),
  async (options) => {
    try {
      const response = await network.handle(options);
      if (!gatewayErrors.includes(response.status)) return response;
      return (await precache.matchPrecache(shell)) ?? response;
    } catch {
      return (await precache.matchPrecache(shell)) ?? Response.error();
    }
  },
);
