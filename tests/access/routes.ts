// Every route that the server has, also those outside of the contracts: asked of Fastify itself while it starts, so
// that nothing can be served and stay out of the matrix.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** Starts a server by `start` and gives it with its routes as `GET /path`, sorted. */
export async function withRoutes<T>(start: () => Promise<T>): Promise<{ started: T; routes: string[] }> {
  const routes = new Set<string>();
  const note = ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) routes.add(`${one} ${url}`);
  };
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
  };
  subscribe('fastify.initialization', watch);
  try {
    const started = await start();
    return { started, routes: [...routes].sort() };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
