// Loaded into the server under attack (`NODE_OPTIONS=--import`), before its own code. Lists the routes of its router, and
// measures its main thread, which serves all requests: unlike latency, this does not depend on who else uses the cores.
// Responds on the unix socket PROBE_SOCKET: `/routes` with `Route[]`, and `/loop` with `Loop`, measured since the previous
// request for it.
import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** `key`: method and path, such as `GET /api/goals`. */
export type Route = { key: string; isHeavy: boolean };

/** Milliseconds. `cpu`: processor time of the main thread. Delays of turns of the event loop. */
export type Loop = { cpu: number; wall: number; p50: number; p99: number; max: number };

function serveProbe(path: string): void {
  const routes = new Map<string, Route>();
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
      for (const verb of [method].flat()) {
        const key = `${verb} ${url}`;
        routes.set(key, { key, isHeavy: config?.heavy === true });
      }
    });
  });

  const resolution = 1;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = process.threadCpuUsage();
  let since = performance.now();
  const takeLoop = (): Loop => {
    const used = process.threadCpuUsage(before);
    const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
    const loop = {
      cpu: (used.user + used.system) / 1000,
      wall: performance.now() - since,
      p50: ms(delays.percentile(50)),
      p99: ms(delays.percentile(99)),
      max: ms(delays.max),
    };
    delays.reset();
    before = process.threadCpuUsage();
    since = performance.now();
    return loop;
  };
  const server = createServer((request, response) => {
    response.end(JSON.stringify(request.url === '/routes' ? [...routes.values()] : takeLoop()));
  });
  server.listen(path);
  server.unref();
}

const path = process.env['PROBE_SOCKET'];
if (isMainThread && path !== undefined) serveProbe(path);
