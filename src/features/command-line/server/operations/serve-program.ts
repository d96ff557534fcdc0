import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { builtInAddress } from '../../constants.ts';
import { programPath } from '../../path-constants.ts';

/** Serves the program, with the address of this instance in place of the placeholder of the build. */
export function serveProgram(server: FastifyInstance, parts: { file: string; appUrl: string }): void {
  const built = readFileSync(parts.file, 'utf8');
  if (!built.includes(builtInAddress)) throw new Error(`${parts.file} has no place for the address.`);
  // The address is a normalized URL, without quotes.
  const program = built.replaceAll(builtInAddress, parts.appUrl);
  const etag = `"${createHash('sha256').update(program).digest('base64url').slice(0, 22)}"`;
  server.get(programPath, (request, reply) => {
    reply.headers({ 'cache-control': 'public, max-age=3600', etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.header('content-type', 'text/javascript; charset=utf-8').send(program);
  });
}
