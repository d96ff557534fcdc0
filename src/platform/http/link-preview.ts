// What search engines and link previews read in the head of a page.
import { previewSize } from '../text/preview-drawing.ts';
import { escapeHtml } from '../text/escape-html.ts';

/** `url`: the absolute address of a picture of `previewSize`. */
export type PreviewPicture = { url: string; text: string };

export type LinkPreview = {
  /** The absolute address of the page. */
  url: string;
  title: string;
  description: string;
  /** Of Open Graph, such as `article`. */
  type: string;
  picture?: PreviewPicture | undefined;
  /** More properties, in order. */
  properties?: readonly (readonly [string, string])[];
  /** Data in the vocabulary of schema.org. */
  data?: object;
};

/** The elements for the head: address, description, Open Graph, and linked data. */
export function previewHead(page: LinkPreview): string {
  const { url, title, description, type, picture, properties = [] } = page;
  const all: (readonly [string, string])[] = [
    ['og:type', type],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ...pictureProperties(picture),
    ...properties,
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    ...all.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}">`,
    page.data ? linkedData(page.data) : '',
  ].join('');
}

function pictureProperties(picture: LinkPreview['picture']): [string, string][] {
  if (!picture) return [];
  return [
    ['og:image', picture.url],
    ['og:image:width', String(previewSize.width)],
    ['og:image:height', String(previewSize.height)],
    ['og:image:alt', picture.text],
  ];
}

/** Browsers do not execute it. Each `<` is escaped, so nothing can close the element. */
function linkedData(data: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${json.replaceAll('<', '\\u003c')}</script>`;
}
