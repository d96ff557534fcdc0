// The browser app: its built files, and its one page for every address that the app knows; any other address gets the
// same page with the status 404.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '#app/paths.ts';
import type { Config } from '#platform/config/config.ts';
import { sendCommon } from '#platform/http/problem.ts';
import { pagePolicy } from '#platform/http/security-headers.ts';
import { carriesSession } from '#platform/http/tokens.ts';

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

type Page = { withSession: string; without: string; policy: string };

/**
 * The page with the instance's settings filled in, once for requests that carry a session and once for those that
 * carry none (nobody needs to ask who that is), and the policy that lets exactly its own inline scripts run.
 */
function preparePage(config: Config, root: string): Page {
  const file = readFileSync(join(root, 'index.html'), 'utf8');
  const inline = [...file.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  );
  const filled = (session: boolean) =>
    file
      .replaceAll(
        '__LOGBOOK_CONFIG__',
        attribute(JSON.stringify({ instanceName: config.instanceName, mode: config.mode, session })),
      )
      .replaceAll('__INSTANCE_NAME__', attribute(config.instanceName));
  return { withSession: filled(true), without: filled(false), policy: pagePolicy(inline) };
}

/** `root` is the folder of the built app. */
export async function serveWeb(server: FastifyInstance, config: Config, root: string): Promise<void> {
  const page = preparePage(config, root);
  const send = (request: FastifyRequest, reply: FastifyReply, status: number) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .send(carriesSession(request) ? page.withSession : page.without);

  await server.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      // Built files carry a hash in their name.
      const kept = path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', kept);
    },
  });
  server.get(paths.home, (request, reply) =>
    // A place within it is for the page to keep until somebody has signed in.
    carriesSession(request) || request.url !== paths.home
      ? send(request, reply, 200)
      : reply.redirect(paths.auth),
  );
  for (const path of Object.values(paths).filter((each) => each !== paths.home)) {
    server.get(path, (request, reply) => send(request, reply, 200));
  }
  server.setNotFoundHandler((request: FastifyRequest, reply) => {
    const forPage = request.method === 'GET' || request.method === 'HEAD';
    if (!forPage || request.url.startsWith('/api/')) return sendCommon(reply, 'not_found');
    return send(request, reply, 404);
  });
}
