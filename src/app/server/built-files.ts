// Serves the files of the built app from memory: they total about a megabyte, and opening, inspecting and streaming a
// file per request costs ten times as much as sending it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import type { Prepared, PreparedResponses } from '#platform/http/prepared.ts';

const types: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Best first. Clients that accept neither get the uncompressed file. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type Variant = Prepared & { encoding?: string };

/** The built app's files, relative to `root`, with forward slashes and without the build's metadata. */
export function builtPaths(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.startsWith('.'));
}

/** Adds a route for each file under `root`, except documents, which are sent filled in, and the build's metadata. */
export function serveBuiltFiles(server: FastifyInstance, root: string, prepared: PreparedResponses): void {
  const found = builtPaths(root).filter((path) => !path.endsWith('.html'));
  const names = new Set(found);
  for (const path of found) {
    if (encodings.some(({ ending }) => path.endsWith(ending))) continue;
    const type = types[extname(path)];
    if (!type) throw new Error(`The built file ${path} has an unknown type.`);
    // Files under assets/ have a hash in their name.
    const cacheControl = path.startsWith('assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600';
    const available = encodings.filter(({ ending }) => names.has(path + ending));
    const read = (name: string, encoding?: string): Variant => {
      const body = readFileSync(join(root, name));
      const headers = {
        'content-type': type,
        'cache-control': cacheControl,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        ...(available.length > 0 && { vary: 'accept-encoding' }),
        ...(encoding && { 'content-encoding': encoding }),
      };
      return { headers, body, ...(encoding && { encoding }) };
    };
    const plain = read(path);
    const compressed = available.map(({ name, ending }) => read(path + ending, name));
    const pick = (accepted: string | undefined) => {
      const accepts = acceptedEncodings(accepted);
      return compressed.find(({ encoding }) => accepts.has(encoding!)) ?? plain;
    };
    prepared.add(
      `/${path}`,
      (headerOf) => pick(headerOf('accept-encoding')),
      () => true,
    );
    server.get(`/${path}`, (request, reply) => {
      const { headers, body } = pick(request.headers['accept-encoding']);
      reply.headers(headers);
      if (!request.headers['if-none-match']?.includes(headers['etag']!)) return reply.send(body);
      return reply.removeHeader('content-encoding').removeHeader('content-type').code(304).send();
    });
  }
}
