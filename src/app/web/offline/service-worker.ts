// Caches the app's own files, so that its pages open without a connection, and the content pages that were opened. It
// stores no API responses, no users' files and no pages with a user's data: only what the server lists in `files`, and
// the paths of `isContent`, are ever cached.
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { contentPaths, paths, shareTargetPath } from '../../paths.ts';
import { receiveShare, takeUnkept } from './receive-share.ts';
import { showReminders } from './show-reminders.ts';

type LifecycleEvent = Event & { waitUntil(work: Promise<unknown>): void };

/** The parts of the worker's global scope used here. TypeScript's worker library conflicts with the DOM's. */
type WorkerScope = {
  /** Prepended to this script by the server (src/app/server/offline-app.ts). */
  logbook: {
    version: string;
    /** The app's page for navigations without a connection. */
    shell: string;
    /** The page in place of one that is neither the app's nor stored. */
    needsConnection: string;
    files: { url: string; revision: string | null }[];
  };
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
  addEventListener(type: 'install' | 'activate', listener: (event: LifecycleEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

const scope = self as unknown as WorkerScope;
const { version, shell, needsConnection, files } = scope.logbook;

/** How long a navigation waits for the server, in seconds. */
const navigationTimeoutSeconds = 4;
/** A proxy's status codes while the server behind it is down. */
const gatewayErrors = [502, 503, 504];
const prefix = 'logbook-app-';
/** Shared by all versions: a page shows what it said when it was last opened. */
const contentCache = 'logbook-content';

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

const hasty = new NetworkOnly({ networkTimeoutSeconds: navigationTimeoutSeconds });
const patient = new NetworkOnly();
const pages = new Set<string>(Object.values(paths));
const contentPages = new Set<string>(Object.values(contentPaths));
const isContent = ({ pathname }: URL) =>
  contentPages.has(pathname) || pathname.startsWith(`${contentPaths.guide}/`);

/** The server's response, or `inPlace` if there is none or a proxy cannot reach the server. */
async function respond(
  request: Promise<Response>,
  inPlace: () => Promise<Response | undefined>,
): Promise<Response> {
  const response = await request.catch(() => undefined);
  if (response && !gatewayErrors.includes(response.status)) return response;
  return (await inPlace()) ?? response ?? Response.error();
}

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode === 'navigate' && pages.has(url.pathname),
  (options) => respond(hasty.handle(options), () => precache.matchPrecache(shell)),
);

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && request.mode === 'navigate' && isContent(url),
  async (options) => {
    const { event, url } = options;
    const cache = await caches.open(contentCache);
    const stored = await cache.match(url.pathname, { ignoreVary: true });
    async function fromServer(): Promise<Response> {
      const response = await (stored ? hasty : patient).handle(options);
      if (response.status === 200 && !response.redirected)
        event.waitUntil(cache.put(url.pathname, response.clone()));
      return response;
    }
    return respond(fromServer(), async () => stored ?? precache.matchPrecache(needsConnection));
  },
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === shareTargetPath,
  ({ request }) => receiveShare(request),
  'POST',
);
scope.addEventListener('message', ({ data, ports }) => {
  const { type, id } = (data ?? {}) as { type?: string; id?: string };
  if (type === 'unkept' && id !== undefined) ports[0]?.postMessage(takeUnkept(id));
});

// Any other page in a window, such as a public logbook. A response of the server is shown as it is.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.destination === 'document' && !url.pathname.startsWith('/api/'),
  (options) =>
    patient
      .handle(options)
      .catch(async () => (await precache.matchPrecache(needsConnection)) ?? Response.error()),
);

showReminders();
