// Compares a prepared response with that of its route: one request over the wire, bypassing the router, and one through
// it.
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Sends a request to a listening server. Headers that repeat are names and values in turn, with the host. */
export function overTheWire(
  server: FastifyInstance,
  path: string,
  headers: Record<string, string> | string[],
): Promise<Answer> {
  const { port } = server.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    get({ port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', reject);
  });
}

// Headers that differ from response to response, or that describe the connection.
const ignored = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding']);
const comparable = ({ headers, ...rest }: Answer) => ({
  ...rest,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ignored.has(name))),
});

export async function bothWays(server: FastifyInstance, path: string, headers: Record<string, string>) {
  const sent = await overTheWire(server, path, headers);
  const { statusCode: status, headers: set, rawPayload: body } = await server.inject({ url: path, headers });
  return { sent: comparable(sent), routed: comparable({ status, headers: set, body }) };
}
