import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import { snapshotPage, unavailablePage } from './documents/snapshot-page.tsx';
import { readSnapshot } from './operations/read-snapshot.ts';
import { SnapshotLinks, snapshotPath } from './operations/snapshot-links.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  appSecret: string;
  /** Sends a page without scripts. */
  sendStill: SendStill;
};

/** Serves the page that a manager opens from an email (R-G1). It changes nothing, and no session is needed. */
export function snapshotRoutes(server: FastifyInstance, { config, pool, appSecret, sendStill }: Parts): void {
  const links = new SnapshotLinks(config.appUrl, appSecret);
  server.get(snapshotPath, async (request, reply) => {
    // The query may contain another person's text, so other sites, search engines and caches get nothing of it.
    reply.headers({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'private, no-store',
    });
    const query = request.url.slice(snapshotPath.length);
    try {
      const snapshot = await readSnapshot({ pool, links }, new URLSearchParams(query));
      return sendStill(request, reply, snapshotPage(snapshot, config.instanceName));
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'the snapshot cannot be read');
      reply.header('retry-after', '60');
      return sendStill(request, reply, unavailablePage(snapshotPath + query));
    }
  });
}
