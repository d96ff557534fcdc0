// Every route of the server, including those outside the contracts. Collected from Fastify itself at startup, so that
// no route can be missing from the matrix.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Operation } from '#platform/http/operation.ts';

/** Starts a server with `start` and returns it with its routes as `GET /path`, sorted, and with all operations. */
export async function withRoutes<T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: string[]; operations: [string, Operation][] }> {
  const routes = new Set<string>();
  const operations = new Map<string, Operation>();
  const record = ({ method, url, config }: RouteOptions) => {
    if (config?.operation !== undefined && config.contract) operations.set(config.operation, config.contract);
    for (const verb of [method].flat()) routes.add(`${verb} ${url}`);
  };
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', record);
  };
  subscribe('fastify.initialization', watch);
  try {
    const started = await start();
    return { started, routes: [...routes].sort(), operations: [...operations] };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
