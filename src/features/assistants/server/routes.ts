import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { limits } from '../constants.ts';
import { admitAssistant, type Assistant } from './operations/admit-assistant.ts';
import { serveMcp } from './operations/serve-mcp.ts';

type Parts = {
  pool: pg.Pool;
  config: Pick<Config, 'appUrl' | 'mode' | 'instanceName'>;
  version: string;
};

/** The server for assistants. Its messages are those of its protocol, and not operations of the API. */
export function assistantRoutes(server: FastifyInstance, { pool, config, version }: Parts): void {
  const admitted = new WeakMap<FastifyRequest, Assistant>();
  const url = new URL('/mcp', config.appUrl).href;
  const parts = { pool, name: config.instanceName, version, url };
  server.post('/mcp', {
    bodyLimit: limits.body,
    // Before the body is read: it may be large, or never end.
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const assistant = await admitAssistant({ pool, config }, request, reply);
      if (assistant) admitted.set(request, assistant);
    },
    handler: (request, reply) => serveMcp(parts, admitted.get(request)!, request, reply),
  });
  // Streams and sessions of 2025, which clients try. They go on without them.
  server.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_request, reply) =>
      reply.code(405).headers({ allow: 'POST', 'cache-control': 'no-store' }).send(),
  });
}
