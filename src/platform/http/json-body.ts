// Reads JSON bodies within limits that hold before anything is parsed: bytes, nesting, and the number of values.
import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { JsonSieve } from './json-sieve.ts';

/** Bytes of a body, unless the operation declares more. */
export const defaultBodyLimit = 16 * 1024;
/** Bytes that a body may have together with a field that is discarded as it arrives: the largest report. */
const discardedLimit = 8 * 1024 * 1024;
/** Nesting of a body. */
export const maxDepth = 12;

/** How many values and names a body may have. They cost more to parse than bytes do. */
export function maxValues(bodyLimit: number): number {
  return Math.max(1000, bodyLimit / 64);
}

/** Lets all routes of the server receive JSON, as the operation declares it (`bodyLimit`, `discards`). */
export function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { bodyLimit, config } = request.routeOptions;
      const discards = config.contract?.discards;
      const sieve = discards === undefined ? undefined : new JsonSieve(discards);
      const total = sieve ? discardedLimit : bodyLimit;
      const bytes = await readBytes(request, payload, { kept: bodyLimit, total, sieve });
      await request.beginTurn?.();
      if (!isModest(bytes, maxValues(bodyLimit)))
        throw problem(400, 'The JSON is nested too deeply, or has too many values.');
      return new Promise<unknown>((resolve, reject) => {
        void parse(request, bytes.toString(), (error, body) => (error ? reject(error) : resolve(body)));
      });
    },
  );
}

type Limits = { kept: number; total: number; sieve: JsonSieve | undefined };

/** Does not read the rest of a body that is too large: the connection is closed. */
function readBytes(
  request: FastifyRequest,
  payload: NodeJS.ReadableStream,
  { kept, total, sieve }: Limits,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > total) return reject(problem(413));
    const chunks: Buffer[] = [];
    let received = 0;
    let size = 0;
    const onData = (chunk: Buffer) => {
      received += chunk.length;
      const rest = sieve ? sieve.take(chunk) : chunk;
      size += rest.length;
      if (received > total || size > kept) {
        payload.removeListener('data', onData);
        chunks.length = 0;
        reject(problem(413));
      } else chunks.push(rest);
    };
    payload.on('data', onData);
    payload.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    payload.once('error', reject);
  });
}

function problem(statusCode: 400 | 413, message = 'The body is too large.'): FastifyError {
  return Object.assign(new Error(message), { statusCode, code: 'BODY_REFUSED', name: 'FastifyError' });
}

const [quote, backslash, comma, colon] = Buffer.from('"\\,:');
const [openList, closeList, openObject, closeObject] = Buffer.from('[]{}');

/** Whether JSON text stays within `maxDepth` and `most` values, names counted too. Says nothing about its validity. */
export function isModest(bytes: Buffer, most: number): boolean {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inText) {
      if (byte === backslash) at++;
      else if (byte === quote) inText = false;
    } else if (byte === quote) inText = true;
    else if (byte === comma || byte === colon) values++;
    else if (byte === openList || byte === openObject) {
      values++;
      depth++;
      if (depth > maxDepth) return false;
    } else if (byte === closeList || byte === closeObject) depth--;
    if (values > most) return false;
  }
  return true;
}
