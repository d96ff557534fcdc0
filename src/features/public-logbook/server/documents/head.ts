// What crawlers and link previews read of a public logbook.
import { escapeHtml } from '#platform/http/html.ts';
import { publicPhoto } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { PublicLogbook } from '../store.ts';

/** The elements for the head. `origin`: of this instance. */
export function headOf(logbook: PublicLogbook, { origin, page }: { origin: string; page: number }): string {
  const { slug, full_name: name } = logbook;
  const url = `${origin}/${slug}${page > 1 ? `?page=${page}` : ''}`;
  const photo = publicPhoto(logbook);
  const description = texts.description(name, logbook.vouch_count);
  const properties: [string, string][] = [
    ['og:type', 'profile'],
    ['og:title', name],
    ['og:description', description],
    ['og:url', url],
    ...(photo === null ? [] : [['og:image', new URL(photo, origin).href] satisfies [string, string]]),
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" type="application/json" href="${escapeHtml(`${origin}/${slug}.json`)}">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    `<meta name="twitter:card" content="summary">`,
    linkedData(logbook, origin),
  ].join('');
}

/** Data for search engines, which browsers do not execute. Each `<` is escaped, so nothing can close the element. */
function linkedData(logbook: PublicLogbook, origin: string): string {
  const photo = publicPhoto(logbook);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: {
      '@type': 'Person',
      name: logbook.full_name,
      url: `${origin}/${logbook.slug}`,
      ...(photo !== null && { image: new URL(photo, origin).href }),
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
