// What crawlers may read. Pages that they should not list say so themselves (noindex): a page that a crawler may not read
// could still be listed.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';

export function serveRobots(server: FastifyInstance, { appUrl }: Config): void {
  const text = [
    'User-agent: *',
    'Allow: /',
    // The photos and pictures of public logbooks.
    'Allow: /api/public_profiles/',
    'Disallow: /api/',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n');
  server.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .send(text),
  );
}
