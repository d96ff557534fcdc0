// Makes the app installable and lets it open without a connection: its manifest, its service worker, and the page that
// the worker shows offline. With `OFFLINE_APP=off`, the worker is replaced by one that unregisters itself.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { paths } from '#app/paths.ts';
import type { Config } from '#platform/config/config.ts';
import type { Prepared } from '#platform/http/prepared.ts';
import { workerPolicy } from '#platform/http/security-headers.ts';
import { builtPaths } from './built-files.ts';

/** Starts with a reserved word, so that it cannot be a user's public link. */
const shellPath = '/app/offline';

const selfRemovingWorker = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('logbook-app-')) await caches.delete(name);
  await self.registration.unregister();
})()));
`;

type Parts = {
  config: Config;
  /** The folder of the built browser app. */
  root: string;
  /** The document without a session. */
  shell: Prepared;
};

export function serveOfflineApp(server: FastifyInstance, { config, root, shell }: Parts): void {
  const worker = config.offlineApp ? workerScript(root, shell) : selfRemovingWorker;
  const manifest = JSON.stringify(manifestOf(config));
  server.get(shellPath, (_request, reply) => reply.headers(shell.headers).send(shell.body));
  server.get('/service-worker.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': workerPolicy,
      })
      .send(worker),
  );
  server.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' })
      .send(manifest),
  );
}

const digest = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('base64url').slice(0, 16);
};

/** The built worker with the list of files to cache. Any change of a file or of the page makes a new version. */
function workerScript(root: string, shell: Prepared): string {
  const code = readFileSync(join(root, '../worker/service-worker.js'), 'utf8');
  const page = JSON.stringify(shell.headers) + shell.body.toString();
  const files = [...builtFiles(root), { url: shellPath, revision: digest(page) }];
  const version = digest(code, JSON.stringify(files));
  return `self.logbook = ${JSON.stringify({ version, shell: shellPath, files })};\n${code}`;
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

function manifestOf({ instanceName }: Config): object {
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
    description: 'A dated logbook of your work, on a timeline that is yours.',
    lang: 'en',
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: '#f1f8f2',
    theme_color: '#f1f8f2',
    icons: [
      icon('icon-192', 192, 'any'),
      icon('icon-512', 512, 'any'),
      icon('maskable-192', 192, 'maskable'),
      icon('maskable-512', 512, 'maskable'),
    ],
  };
}
