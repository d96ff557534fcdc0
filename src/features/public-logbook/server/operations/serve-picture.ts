// The picture of a public logbook in link previews: its name on ledger paper, drawn as outlines.
import { createHash } from 'node:crypto';
import { drawPng } from '#platform/files/photo.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { previewDrawing } from '#platform/text/preview-drawing.ts';
import type { operations } from '../../contract.ts';
import { pictureTexts } from '../../rules.ts';
import { publicLogbook, type PublicLogbook } from '../store.ts';

type Operation = (typeof operations)['GET /api/public_profiles/:slug/picture'];

/** Pictures in memory: the most recently used, about 20 kB each. */
const kept = 100;

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

/** The drawing, or null if the font lacks a character of the name. */
function drawingOf(logbook: PublicLogbook): string | null {
  const { name, title, vouches } = pictureTexts(logbook);
  return previewDrawing({ title: name, line: title, note: vouches });
}
