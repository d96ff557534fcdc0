// The headers for stored bytes. Nothing that a user uploaded may run in our origin.
import type { Preview } from './content-type.ts';
import { contentDisposition, downloadName } from './file-name.ts';

/** Which previews may be shown inline. Everything else is sent as a download. */
const inlineKinds: Record<Preview, boolean> = {
  image: true,
  video: true,
  audio: true,
  pdf: true,
  // The page fetches text and displays it itself. A separate window would have to guess the encoding.
  text: false,
  none: false,
};

export type Served = {
  mime: string;
  preview: Preview;
  name: string;
  /** Extensions that match the content, the usual one first. */
  extensions: readonly string[];
  as: 'view' | 'download';
};

// Opened in its own tab, a file runs no script and has an opaque origin. PDFs use the browser's viewer, which works
// without `sandbox` in every browser, but with it only in newer Chromium (tested with 156).
const sandboxed = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
const viewer = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** Headers of a response that carries the bytes. */
export function objectHeaders({ mime, preview, name, extensions, as }: Served): Record<string, string> {
  const inline = as === 'view' && inlineKinds[preview];
  return {
    'content-type': mime === 'text/plain' ? 'text/plain; charset=utf-8' : mime,
    'content-disposition': contentDisposition(
      inline ? 'inline' : 'attachment',
      downloadName(name, extensions),
    ),
    'content-security-policy': `${preview === 'pdf' && inline ? viewer : sandboxed}; frame-ancestors 'self'`,
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
  };
}
