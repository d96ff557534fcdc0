// The HTTP server without features: limits, security headers, the same-origin guard, errors as problem documents.
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
import { makeAdmission } from './admission.ts';
import { bodyMs, limitConnections } from './connection-limits.ts';
import { addressBlock } from './address-block.ts';
import { sendErrorAsProblem } from './errors-as-problems.ts';
import { acceptJson, defaultBodyLimit } from './json-body.ts';
import { KeyedLimit } from './keyed-limit.ts';
import { loggedRequest } from './logged-request.ts';
import { isFromOwnOrigin } from './own-origin.ts';
import { loggedError, loggedFields } from '../log/logged.ts';
import type { PreparedResponses } from './prepared.ts';
import { sendCommon } from './problem.ts';
import { securityHeaders } from './security-headers.ts';
import { serializerCompiler } from './serializer.ts';
import { Shutdown } from './shutdown.ts';
import { isStreamed } from './streamed.ts';
import { cookieNames } from './tokens.ts';

/**
 * Bytes of bodies that a network, and all together, may have this process hold, from their first byte until the response.
 * Announced bytes count, because a caller may withhold the last one.
 */
const heldPerNetwork = 4 * 1024 * 1024;
const heldInTotal = 64 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** The graceful shutdown. `close` cuts what is still in flight. */
    shutdown: Shutdown;
  }
}

/**
 * Creates the server. Features, pages and prepared responses are registered before it listens. `hasRoom` reports
 * whether the disk has space for the database, when the database is unreachable.
 */
export async function makeServer(
  config: Config,
  prepared: PreparedResponses,
  hasRoom: () => Promise<boolean>,
): Promise<FastifyInstance> {
  const shutdown = new Shutdown(config.trustedProxies.length > 0);
  const admission = makeAdmission(securityHeaders(config.https), config.trustedProxies);
  const server = fastify({
    logger: {
      level: config.logLevel,
      serializers: { req: loggedRequest, err: (error: unknown) => loggedError(error) },
      formatters: { log: loggedFields },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: defaultBodyLimit,
    serverFactory(handler) {
      const http = prepared.serverOf(handler, admission.admit, admission.mayUpgrade);
      limitConnections(http, config.trustedProxies);
      shutdown.add(http);
      return http;
    },
    clientErrorHandler: (error, socket) => admission.refuseUnparsable(error, socket),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    // Errors before routing, such as a URL that cannot be decoded. No hook has run at this point.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(config.https));
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
      sendCommon(reply, 'invalid_input');
    },
  });
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.decorate('cookieNames', cookieNames(config.https));
  server.decorate('shutdown', shutdown);
  await server.register(cookie);
  // The reader of a file finds that it is too large.
  await server.register(multipart, { throwFileSizeLimit: false });

  server.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(config.https));
    reply.header('x-request-id', request.id);
    // Checks the route, because a URL can be spelled in many ways. Handlers of unknown URLs decide for themselves.
    if (request.is404 || request.routeOptions.url?.startsWith('/api/'))
      reply.header('cache-control', 'no-store');
    const shorter = withoutSlash(request);
    if (shorter !== undefined) return reply.redirect(shorter, 308);
    if (isUnsafe(request) && hasCookie(request) && !isFromOwnOrigin(request, config)) {
      return sendCommon(reply, 'wrong_origin');
    }
  });
  const held = new KeyedLimit(heldPerNetwork, heldInTotal);
  server.addHook('preParsing', (request, reply, body, done) => {
    if (isUnsafe(request) && !isStreamed(request)) {
      const release = held.take(addressBlock(request.ip), mostBytes(request));
      if (!release) return void sendCommon(reply, 'busy', { retryAfter: 1 });
      reply.raw.once('close', release);
      const timeout = setTimeout(() => request.raw.destroy(), bodyMs);
      body.once('close', () => clearTimeout(timeout)).once('end', () => clearTimeout(timeout));
    }
    done(null, body);
  });
  acceptJson(server);
  server.setErrorHandler<FastifyError>((error, request, reply) =>
    sendErrorAsProblem(error, request, reply, hasRoom),
  );
  return server;
}

/**
 * Where to find a page whose address was written with a trailing slash. Undefined for all other requests. Empty
 * segments and backslashes are not accepted: browsers would read `//host` and `/\host` as another host.
 */
function withoutSlash(request: FastifyRequest): string | undefined {
  if (isUnsafe(request) || request.url.startsWith('/api/')) return undefined;
  const [, path, query = ''] = /^((?:\/[\w.~%-]+)+)\/(\?.*)?$/s.exec(request.url) ?? [];
  return path === undefined ? undefined : path + query;
}

/** Keeps Fastify from loading its own schema compilers, which would take a tenth of the startup time. */
function noCompiler(): never {
  throw new Error('Schemas are compiled by zod.');
}

function isUnsafe(request: FastifyRequest): boolean {
  return request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
}

/** The most bytes of its body that a request can make the server hold. */
function mostBytes({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? defaultBodyLimit;
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Math.min(Number(headers['content-length'] ?? 0), limit);
}

function hasCookie(request: FastifyRequest): boolean {
  return request.headers.cookie !== undefined;
}
