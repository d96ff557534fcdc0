// What anyone but its owner gets of a file (R-B4): no location, no camera, no author, unless the owner has written
// them. Only this table decides it, by the detected type. It applies to the files of all features, to previews and
// downloads. It takes effect when the bytes are sent, and so also applies to files that an earlier version stored.
import { cleanAudioFrames } from './clean/audio-frames.ts';
import { cleanFlac } from './clean/flac.ts';
import { cleanGif } from './clean/gif.ts';
import { cleanIsoMedia } from './clean/iso-media.ts';
import { cleanMatroska } from './clean/matroska.ts';
import { cleanOgg } from './clean/ogg.ts';
import type { Cleaner } from './clean/patches.ts';
import { cleanRiff } from './clean/riff.ts';

/**
 * A function: the bytes, with what it overwrites in them. `unchanged`: the bytes, and the pages say so. A rendition, if
 * there is one, takes precedence. Types that are not listed are refused: TIFF and camera raw images, for example, and
 * types that detection may support later.
 */
const treatments: Readonly<Record<string, Cleaner | 'unchanged'>> = {
  'image/gif': cleanGif,
  // Animated, as a still one has a rendition.
  'image/webp': cleanRiff,
  'image/avif': cleanIsoMedia,
  // Without a rendition if they are too large to be decoded, or were stored before HEIC was supported.
  'image/heic': cleanIsoMedia,
  'image/heif': cleanIsoMedia,
  'image/heic-sequence': cleanIsoMedia,
  'image/heif-sequence': cleanIsoMedia,
  'video/mp4': cleanIsoMedia,
  'video/quicktime': cleanIsoMedia,
  'video/3gpp': cleanIsoMedia,
  'video/3gpp2': cleanIsoMedia,
  'audio/mp4': cleanIsoMedia,
  'video/webm': cleanMatroska,
  'audio/webm': cleanMatroska,
  'video/matroska': cleanMatroska,
  'audio/mpeg': cleanAudioFrames,
  'audio/aac': cleanAudioFrames,
  'audio/wav': cleanRiff,
  'audio/flac': cleanFlac,
  'video/ogg': cleanOgg,
  'audio/ogg': cleanOgg,
  // Documents. Their authors are part of them, in more places than could be found: comments, changes, embedded photos.
  'application/pdf': 'unchanged',
  'application/msword': 'unchanged',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'unchanged',
  'text/plain': 'unchanged',
  // HTML and SVG, which are downloads.
  'application/octet-stream': 'unchanged',
};

export type Treatment = Cleaner | 'unchanged' | 'refused';

/** How others get a file of this type that has no rendition. */
export function treatmentOf(mime: string): Treatment {
  return Object.hasOwn(treatments, mime) ? treatments[mime]! : 'refused';
}
