// The picture of a public logbook in link previews: its name on ledger paper, drawn as outlines.
import { createHash } from 'node:crypto';
import { drawPng } from '#platform/files/photo.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { outlined } from '#platform/text/outlines.ts';
import type { operations } from '../../contract.ts';
import { pictureSize, pictureTexts } from '../../rules.ts';
import { publicLogbook, type PublicLogbook } from '../store.ts';

type Operation = (typeof operations)['GET /api/public_profiles/:slug/picture'];
type Line = { text: string; size: number; y: number; color: string };

/** Pictures in memory: the most recently used, about 20 kB each. */
const kept = 100;
const { width, height } = pictureSize;
const left = 176;
const right = 72;

export function servePublicPicture(unknown: UnknownLimit) {
  const pictures = new Map<string, Promise<Buffer>>();
  const pictureOf = (svg: string): Promise<Buffer> => {
    const known = pictures.get(svg);
    pictures.delete(svg);
    const picture = known ?? drawPng(svg);
    pictures.set(svg, picture);
    picture.catch(() => pictures.delete(svg));
    if (pictures.size > kept) pictures.delete(pictures.keys().next().value!);
    return picture;
  };

  return inSteps<Operation>(async ({ stepInOneTrip, input, request, reply }) => {
    const asked = await unknown.look(addressBlock(request.ip), () =>
      stepInOneTrip(({ tx }) => publicLogbook(tx, input.params.slug)),
    );
    if ('wait' in asked) return refuse('too_many_requests', { retryAfter: asked.wait });
    const logbook = asked.result;
    if (isRefused(logbook)) return logbook;
    const svg = logbook && drawingOf(logbook);
    if (!svg) return refuse('logbook_not_found');
    const picture = await pictureOf(svg);
    return reply
      .headers({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=3600',
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`,
      })
      .send(picture);
  });
}

/** The drawing, or null if the font lacks a character of the name. Only outlines of the text are in it. */
function drawingOf(logbook: PublicLogbook): string | null {
  const { name, title, vouches } = pictureTexts(logbook);
  const lines: Line[] = [
    { text: name, size: 104, y: 300, color: '#14241f' },
    { text: title, size: 44, y: 378, color: '#46554f' },
    ...(vouches === null ? [] : [{ text: vouches, size: 40, y: 520, color: '#0f593f' }]),
  ];
  const drawn = lines.map(drawLine);
  if (drawn.includes(null)) return null;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#f1f8f2"/>
    <path d="M0 118h${width}M0 572h${width}" stroke="#ccdbd1" stroke-width="2"/>
    <path d="M112 0v${height}" stroke="#e14b39" stroke-width="4"/>
    <path d="M${left} 426h${width - left - right}M${left} 434h${width - left - right}" stroke="#0f593f" stroke-width="3"/>
    ${drawn.join('')}
  </svg>`;
}

/** A long line gets smaller letters. */
function drawLine({ text, size, y, color }: Line): string | null {
  const letters = outlined(text);
  if (!letters) return null;
  const fitting = Math.min(size / 1000, (width - left - right) / Math.max(1, letters.width));
  return `<g transform="translate(${left} ${y}) scale(${fitting.toFixed(5)})" fill="${color}">${letters.paths}</g>`;
}
