// The headers under which stored bytes leave: nothing that a person uploaded may run in our origin.
import type { Preview } from './content-type.ts';
import { contentDisposition, downloadName } from './file-name.ts';

/** What may be shown in the page, by its served type; everything else leaves as a download. */
const inlineKinds: Record<Preview, boolean> = {
  image: true,
  video: true,
  audio: true,
  pdf: true,
  // The page reads it and shows it as text; a window of its own would guess its encoding.
  text: false,
  none: false,
};

export type Served = {
  mime: string;
  preview: Preview;
  name: string;
  /** Extensions that belong to the content, the usual one first. */
  extensions: readonly string[];
  as: 'view' | 'download';
};

// Opened as a page of its own, a file runs nothing and belongs to no origin. A PDF is shown by the browser's viewer,
// which works without `sandbox` everywhere, and with it only in newer Chromium (tried with 156).
const sandboxed = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
const viewer = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";

/** Headers of an answer that carries the bytes. */
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
