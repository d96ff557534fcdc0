// The HTTP server before any feature: limits, security headers, the same-origin guard, errors as problem documents.
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Config } from '../config/config.ts';
import { bodyMs, limitConnections } from './connection-limits.ts';
import { sendFault } from './faults.ts';
import { isFromOwnOrigin } from './own-origin.ts';
import type { PreparedAnswers } from './prepared.ts';
import { sendCommon } from './problem.ts';
import { securityHeaders } from './security-headers.ts';
import { serializerCompiler } from './serializer.ts';
import { cookieNames } from './tokens.ts';

const jsonLimit = 100 * 1024;

/**
 * Makes the server; features and pages are registered on it, and answers prepared, before it listens. `hasRoom` tells
 * whether the database can write, should it be away.
 */
export async function makeServer(
  config: Config,
  prepared: PreparedAnswers,
  hasRoom: () => Promise<boolean>,
): Promise<FastifyInstance> {
  const server = fastify({
    logger: { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: jsonLimit,
    serverFactory(handler) {
      const http = prepared.serverOf(handler);
      limitConnections(http, config.trustedProxies);
      return http;
    },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    // What no route is looked up for, such as an address that cannot be decoded; no hook has run then.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(config.https));
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      sendCommon(reply, 'invalid_input');
    },
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.decorate('cookieNames', cookieNames(config.https));
  await server.register(cookie);
  await server.register(multipart);

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config.https));
    reply.header('x-request-id', request.id);
    // By the route, because an address can be written in many ways. What no route is there for is decided by its handler.
    if (request.is404 || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
    if (changesSomething(request) && carriesCookie(request) && !isFromOwnOrigin(request, config)) {
      return sendCommon(reply, 'wrong_origin');
    }
  });
  server.addHook('preParsing', (request, _reply, body, done) => {
    if (changesSomething(request) && !request.routeOptions.config.upload) {
      const late = setTimeout(() => request.raw.destroy(), bodyMs);
      body.once('close', () => clearTimeout(late)).once('end', () => clearTimeout(late));
    }
    done(null, body);
  });
  server.setErrorHandler<FastifyError>((error, request, reply) => sendFault(error, request, reply, hasRoom));
  return server;
}

function changesSomething(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}

function carriesCookie(request: FastifyRequest): boolean {
  return request.headers.cookie !== undefined;
}
