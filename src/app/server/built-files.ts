// The files of the built app, served from memory: they are about a megabyte, and opening, describing and streaming a
// file for each request costs ten times what sending it does.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';

const types: Record<string, string> = {
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

/** Best first; the file's own bytes are sent to whoever takes neither. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type Variant = { body: Buffer; etag: string; encoding?: string };

/** Adds a route for each file under `root`, but for the page (it is sent filled in) and the build's own notes. */
export function serveBuiltFiles(server: FastifyInstance, root: string): void {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'index.html' && !path.startsWith('.'));
  const known = new Set(found);
  for (const path of found) {
    if (encodings.some(({ ending }) => path.endsWith(ending))) continue;
    const type = types[extname(path)];
    if (!type) throw new Error(`The built file ${path} is of no type that is known here.`);
    const read = (name: string, encoding?: string): Variant => {
      const body = readFileSync(join(root, name));
      const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
      return { body, etag, ...(encoding && { encoding }) };
    };
    const plain = read(path);
    const packed = encodings
      .filter(({ ending }) => known.has(path + ending))
      .map(({ name, ending }) => read(path + ending, name));
    // Files under assets/ carry a hash in their name.
    const kept = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    server.get(`/${path}`, (request, reply) => {
      const taken = takes(request.headers['accept-encoding']);
      const { body, etag, encoding } = packed.find((one) => taken.has(one.encoding!)) ?? plain;
      reply.header('cache-control', kept).header('etag', etag);
      if (packed.length > 0) reply.header('vary', 'accept-encoding');
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      if (encoding) reply.header('content-encoding', encoding);
      return reply.type(type).send(body);
    });
  }
}

/** The encodings that a header names, without those that it weighs with nothing. */
function takes(header: string | undefined): Set<string> {
  const named = (header ?? '').split(',').map((part) => part.trim().toLowerCase());
  return new Set(
    named.filter((part) => !/;\s*q=0(\.0*)?$/.test(part)).map((part) => part.split(';')[0]!.trim()),
  );
}
