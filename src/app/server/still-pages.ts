// Pages without the app: their document, frame and policy. They look like the app, but have their own style sheet. They
// are light, and show text of strangers under the strictest policy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { readInlineScript } from '#platform/http/inline-script.ts';
import { escapeHtml } from '#platform/text/escape-html.ts';
import type { RenderedPage, StillPage, StillPages } from '#platform/http/still-page.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import { hashes, PageDocument } from './document.ts';

type Parts = { config: Config; root: string; renderer: PageRenderer | undefined };

/** What a page may add to the policy: `'self'`, a hash, or the origin of a plain host. */
const plainSource = /^(?:'self'|'sha256-[\w+/=-]+'|https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?)$/;

/**
 * Exceptions by directive: the style attributes of emails in frames, and the issuers that the reader of a credential may ask.
 * No page has such a source from elsewhere.
 */
const exceptions: Record<string, string> = { 'style-src-attr': `'unsafe-inline'`, 'connect-src': 'https:' };

/**
 * The content security policy of pages made from this file: only its inline scripts and styles, fonts, own images, and
 * what a page adds by directive.
 */
function stillPolicy(file: string): (sources: NonNullable<StillPage['sources']>) => string {
  const strict: Record<string, readonly string[]> = {
    'default-src': [`'none'`],
    // The inline script that chooses the theme before the first paint.
    'script-src': hashes(file, 'script'),
    'style-src': hashes(file, 'style'),
    'font-src': [`'self'`],
    'img-src': [`'self'`],
    'base-uri': [`'none'`],
    'form-action': [],
    'frame-ancestors': [`'none'`],
  };
  return (sources) =>
    [...new Set([...Object.keys(strict), ...Object.keys(sources)])]
      .map((name) => {
        // Anything else could end the directive or allow every host. Without it, the policy is only stricter.
        const added = (sources[name] ?? []).filter(
          (source) => plainSource.test(source) || source === exceptions[name],
        );
        const allowed = [...(strict[name] ?? []), ...added];
        return `${name} ${allowed.join(' ') || `'none'`}`;
      })
      .join('; ');
}

/** Makes the functions that render and send such pages. `root` is the folder of the built app. */
export function stillPages({ config, root, renderer }: Parts): StillPages {
  const file = readFileSync(join(root, 'reading.html'), 'utf8');
  const document = new PageDocument(file, config);
  const policyWith = stillPolicy(file);
  const frameScript = readInlineScript(join(root, '../islands/content-frame.js'));

  function renderStill(page: StillPage): RenderedPage {
    const { status, title, main, path, head = '', isListed = false, hasForm = false } = page;
    // Only the wide frame has controls.
    const scripts = [...(path === undefined ? [] : [frameScript]), ...(page.scripts ?? [])];
    const sources = {
      ...page.sources,
      'script-src': scripts.map(({ source }) => source),
      // Lighthouse fetches robots.txt in the name of a listed page, and rates it as missing otherwise.
      ...(isListed && { 'connect-src': [`'self'`] }),
      ...(hasForm && { 'form-action': [`'self'`] }),
    };
    const name = `<title>${escapeHtml(title)} · ${escapeHtml(config.instanceName)}</title>`;
    const robots = isListed ? '' : '<meta name="robots" content="noindex">';
    const elements = scripts.map(({ element }) => element).join('');
    const content = {
      session: null,
      page: renderer?.reading(main, path) ?? '',
      links: name + robots + head + elements,
    };
    return {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyWith(sources),
        vary: 'accept-encoding',
      },
      plain: () => document.plain(content),
      gzip: () => document.gzip(content),
    };
  }

  return {
    renderStill,
    sendStill(request, reply, page) {
      const { status, headers, plain, gzip } = renderStill(page);
      reply.code(status).headers(headers);
      const useGzip = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
      return useGzip ? reply.header('content-encoding', 'gzip').send(gzip()) : reply.send(plain());
    },
  };
}
