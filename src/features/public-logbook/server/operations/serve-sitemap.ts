// The sitemap: content pages, and the public logbooks whose owners allow search engines (R-F5, R-L3). A sitemap has at
// most 50,000 addresses. With more, /sitemap.xml lists its parts, and each part begins where the previous one ended.
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '#platform/config/config.ts';
import { transactInOneTrip } from '#platform/database/transaction.ts';
import type { ContentPages } from '#platform/http/content-page.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { CachedPage, PageCache, sendCached } from '#platform/http/page-cache.ts';
import type { PreparedResponses } from '#platform/http/prepared.ts';
import type { LiveHub } from '#platform/live/hub.ts';
import { listedKinds } from '../../contract.ts';
import { listedLogbooks } from '../listed-store.ts';

type Parts = {
  config: Config;
  pool: pg.Pool;
  hub: LiveHub;
  prepared: PreparedResponses;
  pages: Pick<ContentPages, 'listed'>;
  /** Addresses in a sitemap. */
  most?: number;
};

type Entry = { path: string; updated?: string };

const path = '/sitemap.xml';
/** Bytes of cached sitemaps in this process, compressed: about a million addresses. */
const cacheBytes = 16 * 1024 * 1024;
const owner = 'sitemap';

export function serveSitemap(server: FastifyInstance, parts: Parts): void {
  const { config, pool, hub, prepared, pages, most = 50_000 } = parts;
  const cache = new PageCache({
    maxBytes: cacheBytes,
    prepared,
    isFollowing: () => hub.isListening,
    part: 'part',
  });
  /** The last slug of each part but the last one. */
  let ends: Promise<string[]> | undefined;
  const forget = () => {
    ends = undefined;
    cache.clear();
  };
  // A logbook that is no longer listed leaves the sitemap immediately.
  const unwatch = hub.watch(({ kind }) => {
    if (listedKinds.includes(kind)) forget();
  });
  const leave = hub.onGap(forget);
  server.addHook('onClose', async () => {
    unwatch();
    leave();
  });

  const read = async (after: string, count: number) =>
    (await transactInOneTrip(pool, null, (tx) => listedLogbooks(tx, after, count))).result;
  const urlOf = (path: string) => escapeHtml(config.appUrl + path);

  function listOf(entries: readonly Entry[]): CachedPage {
    const urls = entries.map(({ path, updated }) => {
      const changed = updated === undefined ? '' : `<lastmod>${updated}</lastmod>`;
      return `<url><loc>${urlOf(path)}</loc>${changed}</url>`;
    });
    return xmlPage('urlset', urls);
  }

  async function readEnds(): Promise<string[]> {
    const found: string[] = [];
    for (;;) {
      const slugs = await read(found.at(-1) ?? '', most + 1);
      if (slugs.length <= most) return found;
      found.push(slugs[most - 1]!);
    }
  }

  function knownEnds(): Promise<string[]> {
    const reading = (ends ??= readEnds());
    reading.catch(() => {
      if (ends === reading) ends = undefined;
    });
    return reading;
  }

  async function whole(): Promise<CachedPage> {
    const own: Entry[] = [{ path: '/' }, ...pages.listed()];
    const slugs = await read('', most + 1);
    if (own.length + slugs.length <= most) return listOf([...own, ...slugs.map(asEntry)]);
    // The first part has only the content pages.
    const count = (await knownEnds()).length + 2;
    const urls = Array.from({ length: count }, (_, n) => `<loc>${urlOf(`${path}?part=${n + 1}`)}</loc>`);
    return xmlPage(
      'sitemapindex',
      urls.map((url) => `<sitemap>${url}</sitemap>`),
    );
  }

  /** Null: there is no such part. */
  async function partOf(number: number): Promise<CachedPage | null> {
    if (number === 1) return listOf([{ path: '/' }, ...pages.listed()]);
    const after = ['', ...(await knownEnds())][number - 2];
    return after === undefined ? null : listOf((await read(after, most)).map(asEntry));
  }

  server.get<{ Querystring: { part?: unknown } }>(path, async (request, reply) => {
    const asked = request.query.part;
    const part = typeof asked === 'string' && /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : undefined;
    if (asked !== undefined && part === undefined) return reply.callNotFound();
    const found = await (part === undefined
      ? cache.load(path, whole)
      : cache.load(`${path}?part=${part}`, () => partOf(part)));
    return found ? sendCached(request, reply, found) : reply.callNotFound();
  });
}

const asEntry = (slug: string): Entry => ({ path: `/${slug}` });

function xmlPage(element: string, content: readonly string[]): CachedPage {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content.join('\n')}\n</${element}>\n`;
  const headers = {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
  };
  return new CachedPage({ owner, headers, gzip: gzipSync(xml) });
}
