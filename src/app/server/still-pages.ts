// Pages without scripts, for readers who follow a link from an email and have no account: rendered per request in the
// look of the app, whose style sheet they share. They are light, and show text of strangers under the strictest policy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import { acceptedEncodings } from '#platform/http/encodings.ts';
import { escapeHtml } from '#platform/http/html.ts';
import type { SendStill } from '#platform/http/still-page.ts';
import type { PageRenderer } from '../prerender/pages.tsx';
import { hashes, PageDocument } from './document.ts';

type Parts = { config: Config; root: string; renderer: PageRenderer | undefined };

/** What only the app needs: its scripts, the notice that it needs them, its title, and how to install it. */
const ofTheApp =
  /<script type="module"[^>]*><\/script>|<noscript>.*?<\/noscript>|<title>.*?<\/title>|<link rel="(?:modulepreload|manifest)"[^>]*>/gs;

/** Returns the function that sends such a page. `root` is the folder of the built app. */
export function stillPages({ config, root, renderer }: Parts): SendStill {
  const file = readFileSync(join(root, 'index.html'), 'utf8').replace(ofTheApp, '');
  const document = new PageDocument(file, config);
  const policyOf = (forms: `'self'` | `'none'`) =>
    [
      `default-src 'none'`,
      // The inline script that chooses the theme before the first paint.
      `script-src ${hashes(file, 'script').join(' ')}`,
      `style-src ${hashes(file, 'style').join(' ') || `'none'`}`,
      `font-src 'self'`,
      `img-src 'self'`,
      `base-uri 'none'`,
      `form-action ${forms}`,
      `frame-ancestors 'none'`,
    ].join('; ');
  const policies = { still: policyOf(`'none'`), form: policyOf(`'self'`) };

  return (request, reply, { status, title, main, hasForm }) => {
    const links = `<title>${escapeHtml(title)} · ${escapeHtml(config.instanceName)}</title><meta name="robots" content="noindex">`;
    const content = { session: null, page: renderer?.still(main) ?? '', links };
    const useGzip = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
    return reply
      .code(status)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policies[hasForm ? 'form' : 'still'],
        vary: 'accept-encoding',
        ...(useGzip && { 'content-encoding': 'gzip' }),
      })
      .send(useGzip ? document.gzip(content) : document.plain(content));
  };
}
