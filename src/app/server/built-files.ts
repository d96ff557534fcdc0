// The files of the built app, served from memory: they are about a megabyte, and opening, describing and streaming a
// file for each request costs ten times what sending it does.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import type { Prepared, PreparedAnswers } from '#platform/http/prepared.ts';

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

type Variant = Prepared & { encoding?: string };

/** Adds a route for each file under `root`, but for the page (it is sent filled in) and the build's own notes. */
export function serveBuiltFiles(server: FastifyInstance, root: string, prepared: PreparedAnswers): void {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => path !== 'index.html' && !path.startsWith('.'));
  const known = new Set(found);
  for (const path of found) {
    if (encodings.some(({ ending }) => path.endsWith(ending))) continue;
    const type = types[extname(path)];
    if (!type) throw new Error(`The built file ${path} is of no type that is known here.`);
    // Files under assets/ carry a hash in their name.
    const kept = path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
    const taken = encodings.filter(({ ending }) => known.has(path + ending));
    const read = (name: string, encoding?: string): Variant => {
      const body = readFileSync(join(root, name));
      const headers = {
        'content-type': type,
        'cache-control': kept,
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        ...(taken.length > 0 && { vary: 'accept-encoding' }),
        ...(encoding && { 'content-encoding': encoding }),
      };
      return { headers, body, ...(encoding && { encoding }) };
    };
    const plain = read(path);
    const packed = taken.map(({ name, ending }) => read(path + ending, name));
    const pick = (accepted: string | undefined) => {
      const names = acceptedEncodings(accepted);
      return packed.find((one) => names.has(one.encoding!)) ?? plain;
    };
    prepared.add(`/${path}`, (headerOf) => pick(headerOf('accept-encoding')));
    server.get(`/${path}`, (request, reply) => {
      const { headers, body } = pick(request.headers['accept-encoding']);
      reply.headers(headers);
      if (!request.headers['if-none-match']?.includes(headers['etag']!)) return reply.send(body);
      return reply.removeHeader('content-encoding').removeHeader('content-type').code(304).send();
    });
  }
}
