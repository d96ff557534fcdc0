// Whether what is prepared is answered as its route would: once over the wire, past the router, and once through it.
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer };

/** Asks a server that listens. */
export function overTheWire(
  server: FastifyInstance,
  path: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const { port } = server.server.address() as AddressInfo;
  return new Promise((done, failed) => {
    get({ port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    }).on('error', failed);
  });
}

// What differs from answer to answer, and what tells of the line itself.
const own = new Set(['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding']);
const comparable = ({ headers, ...rest }: Answer) => ({
  ...rest,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name))),
});

export async function bothWays(server: FastifyInstance, path: string, headers: Record<string, string>) {
  const sent = await overTheWire(server, path, headers);
  const { statusCode: status, headers: set, rawPayload: body } = await server.inject({ url: path, headers });
  return { sent: comparable(sent), routed: comparable({ status, headers: set, body }) };
}
