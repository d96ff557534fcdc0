import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { ContentPage, ContentPages } from '#platform/http/content-page.ts';
import { PreparedResponses } from '#platform/http/prepared.ts';
import type { StillPage } from '#platform/http/still-page.ts';
import { contentPages } from './content-pages.ts';

let server: FastifyInstance;
let pages: ContentPages;
const rendered = new Map<string, StillPage>();
const script = { element: '<script type="module">1</script>', source: `'sha256-abc='` };
const guide = { path: '/guide', title: 'The guide', description: 'All articles', main: null };
const article = {
  path: '/guide/start',
  title: 'Write entries',
  subtitle: 'that last',
  description: 'How to',
  main: null,
  article: { author: 'The team', published: '2026-11-01', updated: '2026-11-23' },
};

beforeAll(async () => {
  server = fastify();
  pages = contentPages(server, {
    config: readConfig({ APP_URL: 'https://logbook.example', INSTANCE_NAME: 'Our log' }),
    prepared: new PreparedResponses({}),
    renderStill(page) {
      rendered.set(page.path!, page);
      const body = Buffer.from(`<h1>${page.title}</h1>${page.head ?? ''}`);
      const headers = { 'content-type': 'text/html', vary: 'accept-encoding' };
      return { status: page.status, headers, plain: () => body, gzip: () => gzipSync(body) };
    },
  });
  pages.folder('/guide', { title: 'Not found', main: null });
  pages.add(guide);
  pages.add(article);
  pages.add({ ...guide, path: '/', script, sources: { 'img-src': [`'self'`] }, vary: 'cookie' });
  await server.ready();
});
afterAll(() => server.close());

const read = async (url: string) => {
  const { statusCode: status, headers, body } = await server.inject(url);
  return { status, headers, body };
};
/** The properties of link previews, and the data for search engines. */
function described(body: string) {
  const found = body.matchAll(/<meta property="([^"]+)" content="([^"]*)">/g);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
  return {
    properties: Object.fromEntries([...found].map(([, name, value]) => [name!, value!])),
    data: JSON.parse(json) as Record<string, unknown>,
  };
}

test('an article is described with its author and days', async () => {
  const { properties, data } = described((await read('/guide/start')).body);
  expect(properties).toMatchObject({
    'og:type': 'article',
    'og:title': 'Write entries that last',
    'og:url': 'https://logbook.example/guide/start',
    'og:site_name': 'Our log',
    'article:published_time': '2026-11-01',
    'article:modified_time': '2026-11-23',
  });
  expect(data).toMatchObject({
    '@type': 'Article',
    headline: 'Write entries that last',
    datePublished: '2026-11-01',
    dateModified: '2026-11-23',
    author: { name: 'The team' },
    mainEntityOfPage: 'https://logbook.example/guide/start',
    image: properties['og:image'],
  });
});

test('any other page is described as a page of the website', async () => {
  const { properties, data } = described((await read('/')).body);
  expect(properties).toMatchObject({ 'og:type': 'website', 'og:url': 'https://logbook.example' });
  expect(Object.keys(properties).filter((name) => name.startsWith('article:'))).toEqual([]);
  expect(data).toMatchObject({ '@type': 'WebPage', name: 'The guide', publisher: { name: 'Our log' } });
});

test.each([
  ['that last', true, 'Write entries that last'],
  ['In a minute', true, 'Write entries: In a minute'],
  [undefined, true, 'Write entries'],
  ['that last', false, 'Write entries'],
])('a page with the subtitle %s (an article: %s) is named "%s"', (subtitle, isArticle, name) => {
  const { subtitle: _, article: more, ...plain } = article;
  const page = {
    ...plain,
    path: '/named',
    ...(subtitle && { subtitle }),
    ...(isArticle && { article: more }),
  };
  pages.render(page satisfies ContentPage);
  expect(rendered.get('/named')).toMatchObject({ title: name, isListed: true });
});

test('a page gets its script and its sources, and may depend on cookies', async () => {
  expect(rendered.get('/')).toMatchObject({ scripts: [script], sources: { 'img-src': [`'self'`] } });
  expect((await read('/')).headers).toMatchObject({
    'cache-control': 'no-cache',
    vary: 'cookie, accept-encoding',
  });
  expect(rendered.get('/guide')).not.toHaveProperty('scripts');
  expect(rendered.get('/guide')).not.toHaveProperty('sources');
  expect((await read('/guide')).headers['vary']).toBe('accept-encoding');
});

test('a path in a folder without a page gets a 404 page that no cache stores and no search engine lists', async () => {
  const { status, headers, body } = await read('/guide/nothing');
  expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(body).toBe('<h1>Not found</h1>');
  expect((await read('/guide/start')).status).toBe(200);
});

test('the sitemap lists the pages with the day of the last change of articles', () => {
  expect(pages.listed()).toEqual([
    { path: '/guide' },
    { path: '/guide/start', updated: '2026-11-23' },
    { path: '/' },
  ]);
});

test('the picture of a page is a PNG that other sites may show and caches may store', async () => {
  const picture = pages.picture('/guide/start')!;
  expect(picture.text).toBe('Write entries that last');
  const { status, headers } = await read(new URL(picture.url).pathname);
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(new URL(pages.picture('/')!.url).pathname).toMatch(/^\/previews\/home-/);
  expect((await read('/previews/none.png')).status).toBe(404);
  expect(pages.picture('/none')).toBeUndefined();
});

test('a title that the font cannot draw has no picture', () => {
  pages.render({ ...guide, path: '/emoji', title: '🚀' });
  expect(pages.picture('/emoji')).toBeUndefined();
  expect(described(rendered.get('/emoji')!.head!).properties).not.toHaveProperty('og:image');
});
