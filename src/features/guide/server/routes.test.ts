import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageRenderer } from '#app/prerender/pages.tsx';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { bothWays } from '#tests/support/prepared.ts';
import { decode, linksOf, visitsTo, type Visit } from '#tests/support/public-logbooks.ts';
import { readMinutes } from '../rules.ts';
import { readArticles, type Article } from './operations/read-articles.ts';

const folder = join(import.meta.dirname, '../../../../content/guide');
const instanceName = 'Ada & Co';

const names: Record<string, string> = {
  'resume-from-a-logbook': 'Write your résumé from a record, not from memory',
  'proof-of-work': 'Proof of work: What makes people believe you',
  'shoutouts-as-references': 'A good reference often starts as a shoutout',
};

let app: TestApp;
let open: Visit;
let articles: Article[];
beforeAll(async () => {
  app = await startApp(
    { INSTANCE_NAME: instanceName },
    new PageRenderer({ instanceName, offlineApp: false }),
  );
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  open = visitsTo(app);
  articles = readArticles(folder, instanceName);
});
afterAll(() => app.close());

it.each([
  [0, 1],
  [114, 1],
  [344, 1],
  [345, 2],
  [1265, 6],
  [1494, 6],
])('%i words take %i minutes to read', (words, minutes) => {
  expect(readMinutes(words)).toBe(minutes);
});

describe('the guide', () => {
  it('has three articles, which take 6, 5 and 4 minutes', () => {
    expect(articles.map(({ minutes }) => minutes)).toEqual([6, 5, 4]);
    expect(readdirSync(folder)).toHaveLength(3);
  });

  it('lists each article with its title in two lines, its excerpt and the time to read it', async () => {
    const { status, text } = await open('/guide');
    expect(status).toBe(200);
    for (const { slug, title, subtitle, excerpt, minutes } of articles) {
      const row = decode(text)
        .split('<article')
        .find((part) => part.includes(`href="/guide/${slug}"`))!;
      for (const shown of [`>${title}</span>`, `>${subtitle}</span>`, `>${excerpt}<`, `${minutes} min read`])
        expect(row).toContain(shown);
      // All were written on the same day, so dates would not distinguish them in a list.
      expect(row).not.toContain('<time');
    }
  });

  it('marks its own link as the current page', async () => {
    const { text } = await open('/guide');
    expect(text.match(/<a href="\/guide" aria-current="page"/g)).toHaveLength(2);
    expect(text).not.toMatch(/href="\/privacy-policy" aria-current/);
  });

  it('says "Post not found" for an unknown article, with a button back and status 404', async () => {
    const { status, text, headers } = await open('/guide/no-such-article');
    expect(status).toBe(404);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('Post not found</h1>');
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(linksOf(text.slice(text.indexOf('<main')))[0]).toBe('/guide');
  });
});

describe('an article', () => {
  it('has its title in two lines, author, date, read time, headings, bullets and bold text', async () => {
    for (const { slug, title, subtitle, author, minutes } of articles) {
      const { status, text } = await open(`/guide/${slug}`);
      expect(status).toBe(200);
      const page = decode(text);
      const heading = /<h1>.*?<\/h1>/.exec(page)![0];
      expect(heading.replace(/<[^>]+>/g, '|')).toBe(`||${title}||${subtitle}||`);
      for (const shown of [
        author,
        'November 23, 2026',
        `${minutes} min read`,
        '<h2 id="',
        '<li>',
        '<strong>',
      ])
        expect(page).toContain(shown);
      expect(page).toContain(`<title>${names[slug]} · ${instanceName}</title>`);
      expect(page).not.toMatch(/\{[a-z]+\}/);
    }
  });

  it('is not published before the repository contains it', () => {
    for (const { published, updated } of articles) {
      expect(published >= '2026-11-23').toBe(true);
      expect(updated >= published).toBe(true);
    }
  });

  it('leads to the previous and the next one', async () => {
    const [first, second, third] = articles.map(({ slug }) => `/guide/${slug}`);
    const neighbors = async (path: string) => {
      const { text } = await open(path);
      return [...text.matchAll(/<a href="([^"]+)" rel="(prev|next)"/g)].map(([, to, rel]) => [rel, to]);
    };
    expect(await neighbors(first!)).toEqual([['next', second]]);
    expect(await neighbors(second!)).toEqual([
      ['prev', first],
      ['next', third],
    ]);
    expect(await neighbors(third!)).toEqual([['prev', second]]);
  });

  it('is described for link previews and search engines', async () => {
    const { slug, excerpt, published } = articles[0]!;
    const { text } = await open(`/guide/${slug}`);
    const page = decode(text);
    const url = `${app.config.appUrl}/guide/${slug}`;
    expect(page).toContain(`<link rel="canonical" href="${url}">`);
    expect(page).not.toContain('name="robots"');
    for (const [name, content] of [
      ['og:type', 'article'],
      ['og:title', names[slug]],
      ['og:image:alt', names[slug]],
      ['og:description', excerpt],
      ['og:url', url],
      ['og:site_name', instanceName],
      ['article:published_time', published],
    ])
      expect(page).toContain(`<meta property="${name}" content="${content}">`);
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)![1]!;
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Article',
      headline: names[slug],
      datePublished: published,
      mainEntityOfPage: url,
    });
  });

  it('has a picture of 1200 × 630 pixels for link previews, which caches may keep', async () => {
    const { text } = await open(`/guide/${articles[0]!.slug}`);
    const address = /property="og:image" content="([^"]+)"/.exec(text)![1]!;
    expect(address).toMatch(/^http:\/\/[^/]+\/previews\/guide-[\w-]+\.png$/);
    const answer = await app.server.inject(new URL(address).pathname);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect([answer.rawPayload.readUInt32BE(16), answer.rawPayload.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it('is sent ahead of the router as its route sends it, and as 304 to a browser that has it', async () => {
    const path = `/guide/${articles[1]!.slug}`;
    for (const headers of [{}, { 'accept-encoding': 'gzip' }, { cookie: 'logbook-access=x' }]) {
      const { sent, routed } = await bothWays(app.server, path, headers);
      expect(sent).toEqual(routed);
    }
    const { headers } = await open(path);
    const etag = String(headers['etag']);
    expect((await open(`${path}?utm_source=x`)).status).toBe(200);
    const again = await app.server.inject({ url: path, headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('allows only its own inline scripts and style sheet', async () => {
    const { headers } = await open(`/guide/${articles[0]!.slug}`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^ ]+' 'sha256-[^ ]+'; /);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("form-action 'none'");
  });
});

it('the texts of the guide link to each other by paths that exist', () => {
  const slugs = articles.map(({ slug }) => slug);
  const linked = slugs.flatMap((slug) =>
    [...readFileSync(join(folder, `${slug}.md`), 'utf8').matchAll(/\(\/guide\/([\w-]+)/g)].map(
      ([, to]) => to!,
    ),
  );
  expect(linked.length).toBeGreaterThan(0);
  expect(linked.filter((to) => !slugs.includes(to))).toEqual([]);
});
