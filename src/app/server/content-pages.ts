// Serves content pages and the pictures of their link previews. The pages are rendered once, at startup, so that an
// error in one prevents the start.
import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config/config.ts';
import { drawPng } from '#platform/files/photo.ts';
import type { ContentPage, ContentPages, PagePick } from '#platform/http/content-page.ts';
import { previewHead, type PreviewPicture } from '#platform/http/link-preview.ts';
import { CachedPage, sendCached } from '#platform/http/page-cache.ts';
import type { PreparedResponses } from '#platform/http/prepared.ts';
import type { RenderStill } from '#platform/http/still-page.ts';
import { previewDrawing } from '#platform/text/preview-drawing.ts';

type Parts = { config: Config; prepared: PreparedResponses; renderStill: RenderStill };

type Pick = PagePick['page'];
type Picture = { svg: string; drawn?: Promise<Buffer> };

export function contentPages(server: FastifyInstance, parts: Parts): ContentPages {
  const { config, prepared, renderStill } = parts;
  const pictures = servePictures(server);
  const shown = new Map<string, PreviewPicture>();
  const routed = new Map<string, Pick>();
  const folders: string[] = [];
  const listed: { path: string; updated?: string }[] = [];

  /** `head`: of a listed page. */
  function complete(page: Omit<ContentPage, 'description'>, head?: string) {
    const { path, main, script, sources, vary } = page;
    const { headers, gzip } = renderStill({
      status: 200,
      title: nameOf(page),
      main,
      path,
      isListed: head !== undefined,
      ...(head !== undefined && { head }),
      ...(script && { scripts: [script] }),
      ...(sources && { sources }),
    });
    const kept = {
      ...headers,
      'cache-control': 'no-cache',
      ...(vary && { vary: `${vary}, ${headers['vary']}` }),
    };
    return new CachedPage({ owner: path, headers: kept, gzip: gzip() });
  }

  function headOf(page: ContentPage): string {
    const { path, title, subtitle, description, article } = page;
    const name = nameOf(page);
    const url = config.appUrl + (path === '/' ? '' : path);
    const svg = drawingOf({ title, line: subtitle ?? null, note: config.instanceName });
    const picture = svg === null ? undefined : { url: config.appUrl + pictures.add(path, svg), text: name };
    if (picture) shown.set(path, picture);
    const publisher = { '@type': 'Organization', name: config.instanceName, url: config.appUrl };
    return previewHead({
      url,
      title: name,
      description,
      type: article ? 'article' : 'website',
      picture,
      properties: [
        ['og:site_name', config.instanceName],
        ...(article
          ? [
              ['article:published_time', article.published] as const,
              ['article:modified_time', article.updated] as const,
            ]
          : []),
      ],
      data: article
        ? {
            '@type': 'Article',
            headline: name,
            description,
            datePublished: article.published,
            dateModified: article.updated,
            author: { '@type': 'Organization', name: article.author },
            publisher,
            mainEntityOfPage: url,
            ...(picture && { image: picture.url }),
          }
        : { '@type': 'WebPage', name, description, url, publisher },
    });
  }

  const pages: ContentPages = {
    add(page) {
      const rendered = pages.render(page);
      pages.serve(page.path, { page: () => rendered, kept: () => rendered }, page.article?.updated);
    },
    render: (page) => complete(page, headOf(page)),
    serve(path, pick, updated) {
      listed.push({ path, ...(updated !== undefined && { updated }) });
      const page: Pick = (cookies) => {
        const picked = pick.page(cookies);
        picked.compressMore();
        return picked;
      };
      const pickPrepared: Parameters<PreparedResponses['add']>[1] = (headerOf) => {
        const kept = pick.kept(headerOf('cookie'));
        kept?.compressMore();
        return kept?.pick(headerOf('accept-encoding'));
      };
      prepared.add(path, pickPrepared, () => true);
      routed.set(path, page);
      if (!folders.some((folder) => path.startsWith(folder)))
        server.get(path, (request, reply) => sendCached(request, reply, page(request.headers.cookie)));
    },
    folder(path, { title, main }) {
      const missing = pages.unlisted({ path, title, main });
      folders.push(`${path}/`);
      server.get<{ Params: { name: string } }>(`${path}/:name`, (request, reply) => {
        const page = routed.get(`${path}/${request.params.name}`)?.(request.headers.cookie);
        if (page) return sendCached(request, reply, page);
        const { headers, body } = missing.pick(request.headers['accept-encoding']);
        return reply
          .code(404)
          .headers({ ...headers, 'cache-control': 'no-store' })
          .send(body);
      });
    },
    unlisted: ({ path, title, main }) => complete({ path, title, main }),
    listed: () => listed,
    picture: (path) => shown.get(path),
  };
  return pages;
}

/** The name of a page in one line. The subtitle of an article may continue the sentence of its title. */
function nameOf({ title, subtitle, article }: Omit<ContentPage, 'description'>): string {
  if (!article || subtitle === undefined) return title;
  return /^\p{Ll}/u.test(subtitle) ? `${title} ${subtitle}` : `${title}: ${subtitle}`;
}

/** Leaves out the note if the font lacks one of its characters. */
const drawingOf = (drawn: { title: string; line: string | null; note: string }) =>
  previewDrawing(drawn) ?? previewDrawing({ ...drawn, note: null });

/** Serves the pictures of pages, each drawn when it is first requested. */
function servePictures(server: FastifyInstance) {
  const pictures = new Map<string, Picture>();
  server.get<{ Params: { name: string } }>('/previews/:name', async (request, reply) => {
    const picture = pictures.get(request.params.name);
    if (!picture) return reply.callNotFound();
    picture.drawn ??= drawPng(picture.svg);
    const png = await picture.drawn;
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${hash('sha256', png, 'base64url').slice(0, 22)}"`,
      })
      .send(png);
  });
  return {
    /** Returns the path of the picture of a page, which changes with the drawing. */
    add(path: string, svg: string): string {
      const name = `${path.slice(1).replaceAll('/', '-') || 'home'}-${hash('sha256', svg).slice(0, 8)}.png`;
      if (!pictures.has(name)) pictures.set(name, { svg });
      return `/previews/${name}`;
    },
  };
}
