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

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The page with the instance's settings filled in, and the policy that lets exactly its own inline scripts run. */
function preparePage(config: Config, root: string): { html: string; policy: string } {
  const settings = JSON.stringify({ instanceName: config.instanceName, mode: config.mode });
  const html = readFileSync(join(root, 'index.html'), 'utf8')
    .replaceAll('__LOGBOOK_CONFIG__', attribute(settings))
    .replaceAll('__INSTANCE_NAME__', attribute(config.instanceName));
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`,
  );
  return { html, policy: pagePolicy(inline) };
}

/** `root` is the folder of the built app. */
export async function serveWeb(server: FastifyInstance, config: Config, root: string): Promise<void> {
  const page = preparePage(config, root);
  const send = (reply: FastifyReply, status: number) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', page.policy)
      .header('cache-control', 'no-cache')
      .send(page.html);

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
  for (const path of Object.values(paths)) server.get(path, (_request, reply) => send(reply, 200));
  server.setNotFoundHandler((request: FastifyRequest, reply) => {
    const forPage = request.method === 'GET' || request.method === 'HEAD';
    if (!forPage || request.url.startsWith('/api/')) return sendCommon(reply, 'not_found');
    return send(reply, 404);
  });
}
