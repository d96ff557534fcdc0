// The responses of public logbooks are the same for everyone: pages, JSON documents and pictures are cached, and
// dropped in all processes when data of their owner changes.
import type { FastifyInstance } from 'fastify';
import { PageCache } from '#platform/http/page-cache.ts';
import type { PreparedResponses } from '#platform/http/prepared.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { followedKinds } from '../../contract.ts';

/** Bytes kept in this process: about 600 pages. */
const cacheBytes = 16 * 1024 * 1024;

export function keepPages(server: FastifyInstance, hub: LiveHub, prepared: PreparedResponses): PageCache {
  const isFollowing = () => hub.isListening;
  const cache = new PageCache({ maxBytes: cacheBytes, prepared, isFollowing, part: 'page' });
  const unwatch = hub.watch(({ kind, owner }) => {
    if (followedKinds.includes(kind)) cache.drop(owner);
  });
  const leave = hub.onGap(() => cache.clear());
  server.addHook('onClose', async () => {
    unwatch();
    leave();
  });
  return cache;
}
