// Text inspection without I/O, shared by the server and the browser.

// All control characters except those that occur in text: tab, line feed, form feed and carriage return.
const control = /[^\P{Cc}\t\n\f\r]/u;

export function hasControls(text: string): boolean {
  return control.test(text);
}

/** The encoding by the byte order mark: UTF-16 if there is one, else strict UTF-8. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Detects markup the way browsers sniff it: by the first tag after white space, comments and declarations. */
export function markupOf(start: string): 'plain' | 'html' | 'svg' {
  let rest = start;
  for (let previous = ''; previous !== rest;) {
    previous = rest;
    rest = rest.trimStart();
    if (/^<!doctype\s+html/i.test(rest)) return 'html';
    if (/^<!doctype\s+svg/i.test(rest)) return 'svg';
    rest = rest
      .replace(/^<\?[^>]*>/, '')
      .replace(/^<!--[^]*?-->/, '')
      .replace(/^<!doctype[^>[]*(\[[^\]]*\]\s*)?>/i, '');
  }
  if (/^<([a-z0-9]+:)?svg[\s>/]/i.test(rest)) return 'svg';
  const tags =
    'html|head|body|script|iframe|style|title|meta|link|base|object|embed|form|div|font|table|h1|br|p|a|b|img|video';
  return new RegExp(`^<(${tags})[\\s>/]`, 'i').test(rest) ? 'html' : 'plain';
}
