// What crawlers and link previews read about a public logbook.
import { hash } from 'node:crypto';
import { escapeHtml } from '#platform/text/escape-html.ts';
import { previewHead, type LinkPreview } from '#platform/http/link-preview.ts';
import { canOutline } from '#platform/text/outlines.ts';
import { publicPhoto } from '../../rules.ts';
import { pictureTexts, texts } from '../../texts.ts';
import type { PublicLogbook } from '../store.ts';

/** The elements for the head. `origin`: of this instance. */
export function headOf(logbook: PublicLogbook, { origin, page }: { origin: string; page: number }): string {
  const { slug, full_name: name } = logbook;
  const photo = publicPhoto(logbook);
  const image = photo === null ? null : new URL(photo, origin).href;
  const picture = pictureOf(logbook, origin);
  const head = previewHead({
    url: `${origin}/${slug}${page > 1 ? `?page=${page}` : ''}`,
    title: name,
    description: texts.description(name, logbook.vouch_count),
    type: 'profile',
    picture,
    // The photo if the name cannot be drawn.
    properties: picture || image === null ? [] : [['og:image', image]],
    data: {
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name,
        url: `${origin}/${slug}`,
        ...(image !== null && { image }),
      },
    },
  });
  return `<link rel="alternate" type="application/json" href="${escapeHtml(`${origin}/${slug}.json`)}">${head}`;
}

/** The drawn picture, whose address changes with its text. */
function pictureOf(logbook: PublicLogbook, origin: string): LinkPreview['picture'] {
  const { name, title, vouches } = pictureTexts(logbook);
  if (![name, title, vouches ?? ''].every(canOutline)) return undefined;
  const version = hash('sha256', `${name} ${vouches}`).slice(0, 8);
  return {
    url: `${origin}/api/public_profiles/${logbook.slug}/picture?v=${version}`,
    text: `${name}, ${title}`,
  };
}
