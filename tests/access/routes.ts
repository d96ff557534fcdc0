// Every route of the server, including those outside the contracts. Collected from Fastify itself at startup, so that
// no route can be missing from the matrix.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Starts a server with `start` and returns it with its routes as `GET /path`, sorted. */
export async function withRoutes<T>(start: () => Promise<T>): Promise<{ started: T; routes: string[] }> {
  const routes = new Set<string>();
  const record = ({ method, url }: RouteOptions) => {
    for (const verb of [method].flat()) routes.add(`${verb} ${url}`);
  };
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', record);
  };
  subscribe('fastify.initialization', watch);
  try {
    const started = await start();
    return { started, routes: [...routes].sort() };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
