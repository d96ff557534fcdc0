import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { lastUseOfConnections } from '#features/api-tokens/server/operations/connections.ts';
import { scopes } from '#features/api-tokens/constants.ts';
import { bind, inSteps, refuse } from '#platform/http/bind.ts';
import { sendCommon } from '#platform/http/problem.ts';
import type { attempts } from '../attempt-constants.ts';
import { limits, refusals } from '../constants.ts';
import { operations } from '../contract.ts';
import { oauthPaths } from '../oauth-constants.ts';
import { refusalTexts } from '../texts.ts';
import type { AuthorizationServer, ServerParts } from './operations/authorization-server.ts';
import { serveResourceMetadata } from './operations/resource-metadata.ts';
import { appsOf, endApp } from './store.ts';

type All = typeof operations;

export function connectedAppRoutes(server: FastifyInstance, parts: ServerParts): void {
  const { config, pool } = parts;
  let loaded: Promise<AuthorizationServer> | undefined;
  const load = () =>
    (loaded ??= import('./operations/authorization-server.ts').then(({ authorizationServer }) =>
      authorizationServer(parts),
    ));

  bind(server, pool, {
    tag: {
      name: 'Connected apps',
      description: 'Apps that the user has allowed to use the log (OAuth 2.1).',
    },
    operations,
    refusals,
    texts: refusalTexts,
    handlers: {
      'GET /api/connected_apps': async ({ tx, viewer }) => {
        const rows = await appsOf(tx, viewer.userId);
        const used = await lastUseOfConnections(tx, viewer.userId);
        return { rows: rows.map((row) => ({ ...row, last_used_at: used.get(row.id) ?? null })) };
      },
      'DELETE /api/connected_apps/:id': async ({ tx, input }) =>
        (await endApp(tx, input.params.id)) ? { ended: true } : refuse('not_found'),
      'GET /api/app_requests/:id': inSteps<All['GET /api/app_requests/:id']>(
        async ({ step, input: { params }, request }) => {
          const { provider, readRequest } = await load();
          return step(({ tx, viewer }) => readRequest({ tx, viewer, request, provider, id: params.id }));
        },
      ),
      'POST /api/app_requests/:id/allow': inSteps<All['POST /api/app_requests/:id/allow']>(
        async ({ step, input: { params, body }, request }) => {
          const { provider, allowApp } = await load();
          return step(({ tx, viewer }) =>
            allowApp({ tx, viewer, request, provider, id: params.id }, body, config.appUrl),
          );
        },
      ),
      'POST /api/app_requests/:id/refuse': inSteps<All['POST /api/app_requests/:id/refuse']>(
        async ({ step, input: { params }, request }) => {
          const { provider, refuseApp } = await load();
          return step(({ tx, viewer }) => refuseApp({ tx, viewer, request, provider, id: params.id }));
        },
      ),
    },
  });

  serveResourceMetadata(server, config.appUrl);

  /** Counts the request against its network before anything is looked up, in its turn: else a flood would count all at once. */
  const counted =
    (kind: keyof typeof attempts | undefined) => async (request: FastifyRequest, reply: FastifyReply) => {
      if (kind === undefined) return undefined;
      const { waitFor } = await import('./operations/authorization-server.ts');
      const wait = await waitFor(pool, kind, request.ip);
      return wait === undefined ? undefined : sendCommon(reply, 'too_many_requests', { retryAfter: wait });
    };
  const handler = async (request: FastifyRequest, reply: FastifyReply) =>
    (await load()).handle(request, reply);

  server.register(async (scope) => {
    // The provider parses the bodies itself, but would read longer ones.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    const post = (url: string, kind: keyof typeof attempts) =>
      scope.post(url, { bodyLimit: limits.document, preHandler: counted(kind), handler });
    const get = (url: string, kind?: keyof typeof attempts) =>
      scope.get(url, { exposeHeadRoute: false, preHandler: counted(kind), handler });
    scope.get(oauthPaths.authorization, {
      exposeHeadRoute: false,
      preHandler: counted('authorize'),
      handler(request, reply) {
        // Without a scope, an app asks for all, and the user chooses.
        const url = new URL(request.raw.url!, config.appUrl);
        if (!url.searchParams.has('scope')) url.searchParams.set('scope', scopes.join(' '));
        request.raw.url = url.pathname + url.search;
        return handler(request, reply);
      },
    });
    get(`${oauthPaths.authorization}/:id`, 'authorize');
    post(oauthPaths.token, 'token');
    post(oauthPaths.revocation, 'token');
    post(oauthPaths.registration, 'register');
    get(oauthPaths.jwks);
    get('/.well-known/oauth-authorization-server');
    get('/.well-known/openid-configuration');
  });
}
