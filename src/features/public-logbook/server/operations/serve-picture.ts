// The picture of a public logbook in link previews: its name on ledger paper, drawn as outlines.
import { drawPng } from '#platform/files/photo.ts';
import { addressBlock } from '#platform/http/address-block.ts';
import { inSteps, isRefused, refuse } from '#platform/http/bind.ts';
import { CachedPage, sendCached, type PageCache } from '#platform/http/page-cache.ts';
import type { UnknownLimit } from '#platform/http/unknown-limit.ts';
import { previewDrawing } from '#platform/text/preview-drawing.ts';
import type { operations } from '../../contract.ts';
import { pictureTexts } from '../../texts.ts';
import { publicLogbook, type PublicLogbook } from '../store.ts';

type Operation = (typeof operations)['GET /api/public_profiles/:slug/picture'];

export function servePublicPicture(unknown: UnknownLimit, cache: PageCache) {
  return inSteps<Operation>(async ({ step, input, request, reply }) => {
    const { slug } = input.params;
    const draw = async () => {
      const logbook = await step(({ tx }) => publicLogbook(tx, slug));
      if (isRefused(logbook)) return logbook;
      const svg = logbook && drawingOf(logbook);
      if (!svg) return null;
      const picture = pictureOf(logbook.user_id, await drawPng(svg));
      // Not kept under a former link: it may belong to another user later, without a change of this one.
      return logbook.slug === slug ? picture : { former: picture };
    };
    const asked = await unknown.look(addressBlock(request.ip), () =>
      cache.load(`/api/public_profiles/${slug}/picture`, draw),
    );
    if ('wait' in asked) return refuse('too_many_requests', { retryAfter: asked.wait });
    const picture = asked.result;
    if (isRefused(picture)) return picture;
    if (!picture) return refuse('logbook_not_found');
    return sendCached(request, reply, 'former' in picture ? picture.former : picture);
  });
}

function pictureOf(owner: string, png: Buffer): CachedPage {
  return new CachedPage({
    owner,
    headers: {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    },
    plain: png,
  });
}

/** The drawing, or null if the font lacks a character of its texts. */
function drawingOf(logbook: PublicLogbook): string | null {
  const { name, title, vouches } = pictureTexts(logbook);
  return previewDrawing({ title: name, line: title, note: vouches });
}
