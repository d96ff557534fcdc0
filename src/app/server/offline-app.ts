// Makes the app installable and lets it open without a connection: its manifest, its service worker, and the pages that
// the worker shows offline. With `OFFLINE_APP=off`, the worker is replaced by one that unregisters itself.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { asks, paths, shareTargetPath } from '#app/paths.ts';
import { acceptedFiles } from '#features/check-ins/constants.ts';
import { light } from '#platform/colors/colors.ts';
import type { Config } from '#platform/config/config.ts';
import type { Prepared } from '#platform/http/prepared.ts';
import { workerPolicy } from '#platform/http/security-headers.ts';
import { language } from '#platform/text/language.ts';
import { needsConnectionPage } from '../prerender/needs-connection.tsx';
import { aboutText, shortcutTexts } from './texts.ts';
import { builtPaths } from './built-files.ts';

/** Starts with a reserved word, so that it cannot be a user's public link. */
const shellPath = '/app/offline';

/** The types of the extensions in `acceptedFiles`: systems know a shared file by its type. */
const acceptedTypes = [
  'application/pdf',
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/plain',
];

const selfRemovingWorker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('logbook-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

type Parts = {
  config: Config;
  /** The folder of the built browser app. */
  root: string;
  /** The document without a session. */
  shell: Prepared;
  /** The page in place of another one that the browser has not stored. */
  needsConnection: Prepared;
};

export function serveOfflineApp(server: FastifyInstance, parts: Parts): void {
  const { config, root, shell, needsConnection } = parts;
  const offlinePages = {
    [shellPath]: anyRequest(shell),
    [needsConnectionPage.path]: anyRequest(needsConnection),
  };
  const worker = config.offlineApp ? workerScript(root, offlinePages) : selfRemovingWorker;
  const manifest = JSON.stringify(manifestOf(config));
  for (const [path, { headers, body }] of Object.entries(offlinePages))
    server.get(path, (_request, reply) => reply.headers(headers).send(body));
  server.get('/service-worker.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': workerPolicy,
      })
      .send(worker),
  );
  // A page whose service worker does not run yet cannot receive anything: the page says so. Nothing is read or stored here.
  server.post(
    shareTargetPath,
    { onRequest: async (_request, reply) => reply.redirect(asks.incoming(''), 303) },
    (_request, reply) => reply,
  );
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' })
      .send(manifest),
  );
}

/** The service worker caches these pages, so they do not depend on the request. */
function anyRequest({ headers: { vary: _vary, ...headers }, body }: Prepared): Prepared {
  return { headers, body };
}

const digest = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 16);
};

/** The built worker with the list of files to cache. Any change of a file or of the page makes a new version. */
function workerScript(root: string, offlinePages: Record<string, Prepared>): string {
  const code = readFileSync(join(root, '../worker/service-worker.js'), 'utf8');
  const pages = Object.entries(offlinePages).map(([url, { headers, body }]) => ({
    url,
    revision: digest(JSON.stringify(headers) + body.toString()),
  }));
  const files = [...builtFiles(root), ...pages];
  const version = digest(code, JSON.stringify(files));
  const parts = { version, shell: shellPath, needsConnection: needsConnectionPage.path, files };
  return `self.logbook = ${JSON.stringify(parts)};\n${code}`;
}

function builtFiles(root: string): { url: string; revision: string | null }[] {
  return builtPaths(root)
    .filter((path) => /\.(js|css|woff2|svg|png)$/.test(path))
    .toSorted()
    .map((path) => ({
      url: `/${path}`,
      // Files under assets/ have a hash in their name.
      revision: path.startsWith('assets/') ? null : digest(readFileSync(join(root, path))),
    }));
}

const shareTarget = {
  action: shareTargetPath,
  method: 'POST',
  enctype: 'multipart/form-data',
  params: {
    ...{ title: 'title', text: 'text', url: 'url' },
    files: [{ name: 'files', accept: [...acceptedFiles.split(','), ...acceptedTypes] }],
  },
};

function manifestOf({ instanceName, offlineApp }: Config): object {
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: paths.home,
    name: instanceName,
    short_name: instanceName,
    description: aboutText,
    lang: language.tag,
    dir: language.direction,
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: light.paper,
    theme_color: light.paper,
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      { name: shortcutTexts.add, url: asks.add, icons: [icon('icon-192', 192, 'any')] },
      { name: shortcutTexts.search, url: asks.search, icons: [icon('icon-192', 192, 'any')] },
    ],
    // The service worker receives it.
    ...(offlineApp && { share_target: shareTarget }),
  };
}
