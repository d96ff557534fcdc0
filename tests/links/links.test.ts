// Follows every link of every content page: pages and anchors of this host must be there. Addresses elsewhere are not
// requested, only checked for their form.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { contentPaths } from '#app/paths.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { decode } from '../support/public-logbooks.ts';

let app: TestApp;
/** The HTML of each content page, by path. */
const pages = new Map<string, string>();
beforeAll(async () => {
  app = await startApp({}, new PageRenderer({ instanceName: 'Logbook', offlineApp: false }));
  const { body } = await app.server.inject('/sitemap.xml');
  for (const [, url] of body.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const path = new URL(url!).pathname;
    if (path === '/') continue;
    const page = await app.server.inject(path);
    if (page.statusCode !== 200) throw new Error(`${path} in the sitemap responds with ${page.statusCode}.`);
    pages.set(path, page.body);
  }
});
afterAll(() => app.close());

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to]) => decode(to!));
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => decode(id!));

it('every content page is in the sitemap', () => {
  expect([...pages.keys()]).toEqual(expect.arrayContaining(Object.values(contentPaths)));
  expect([...pages.keys()].filter((path) => path.startsWith('/guide/'))).toHaveLength(3);
});

it('every link to a page of this host leads to a page', async () => {
  const targets = new Set([...pages.values()].flatMap(linksIn).filter((to) => to.startsWith('/')));
  expect(targets.size).toBeGreaterThan(6);
  const answers = await Promise.all(
    [...targets].map(async (to) => [to, (await app.server.inject(to)).statusCode] as const),
  );
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});

it('every anchor link in a content page leads to an element, and no id occurs twice', () => {
  for (const [path, html] of pages) {
    const ids = idsIn(html);
    expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    const missing = linksIn(html).filter((to) => {
      const [target, anchor] = to.split('#');
      const page = target === '' ? html : pages.get(target!);
      return anchor !== undefined && page !== undefined && !idsIn(page).includes(anchor);
    });
    expect([path, missing]).toEqual([path, []]);
  }
});

it('every link to another host is https and opens without access to the page', () => {
  for (const html of pages.values()) {
    for (const [tag, to] of html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>/g)) {
      const address = decode(to!);
      if (/^([/#]|mailto:[^@\s]+@[^@\s]+$)/.test(address)) continue;
      expect(new URL(address).protocol).toBe('https:');
      expect(new URL(address).hostname).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(tag).toMatch(/rel="[^"]*noopener/);
    }
  }
});

it('every content page has one main heading, its own description, and a picture for link previews', async () => {
  const descriptions = new Set<string>();
  for (const [path, html] of pages) {
    expect([path, html.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
    expect([path, html.match(/<main /g)?.length]).toEqual([path, 1]);
    const description = /<meta name="description" content="([^"]+)">/.exec(html)?.[1];
    expect([path, description?.length]).toEqual([path, expect.any(Number)]);
    descriptions.add(description!);
    expect([path, html]).toEqual([path, expect.stringContaining('property="og:image"')]);
  }
  expect(descriptions.size).toBe(pages.size);
});
