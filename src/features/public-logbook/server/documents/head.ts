// What crawlers and link previews read of a public logbook.
import { hash } from 'node:crypto';
import { escapeHtml } from '#platform/http/html.ts';
import { canOutline } from '#platform/text/outlines.ts';
import { pictureSize, pictureTexts, publicPhoto } from '../../rules.ts';
import { texts } from '../../texts.ts';
import type { PublicLogbook } from '../store.ts';

/** The elements for the head. `origin`: of this instance. */
export function headOf(logbook: PublicLogbook, { origin, page }: { origin: string; page: number }): string {
  const { slug, full_name: name } = logbook;
  const url = `${origin}/${slug}${page > 1 ? `?page=${page}` : ''}`;
  const description = texts.description(name, logbook.vouch_count);
  const properties: [string, string][] = [
    ['og:type', 'profile'],
    ['og:title', name],
    ['og:description', description],
    ['og:url', url],
    ...imageOf(logbook, origin),
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<link rel="alternate" type="application/json" href="${escapeHtml(`${origin}/${slug}.json`)}">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    `<meta name="twitter:card" content="${isOutlined(logbook) ? 'summary_large_image' : 'summary'}">`,
    linkedData(logbook, origin),
  ].join('');
}

/** The drawn picture, whose address changes with its text. The photo if the name cannot be drawn. */
function imageOf(logbook: PublicLogbook, origin: string): [string, string][] {
  const photo = publicPhoto(logbook);
  if (!isOutlined(logbook)) return photo === null ? [] : [['og:image', new URL(photo, origin).href]];
  const { name, title, vouches } = pictureTexts(logbook);
  const version = hash('sha256', `${name} ${vouches}`).slice(0, 8);
  return [
    ['og:image', `${origin}/api/public_profiles/${logbook.slug}/picture?v=${version}`],
    ['og:image:width', String(pictureSize.width)],
    ['og:image:height', String(pictureSize.height)],
    ['og:image:alt', `${name}, ${title}`],
  ];
}

const isOutlined = (logbook: PublicLogbook) => canOutline(logbook.full_name);

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
